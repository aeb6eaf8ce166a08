locals {
  environment = {
    HOST                 = "0.0.0.0"
    PORT                 = "3000"
    PUBLIC_URL           = "https://${var.host}"
    TRUSTED_PROXIES      = join(",", [for subnet in data.aws_subnet.public : subnet.cidr_block])
    METRICS_HOST         = "0.0.0.0"
    METRICS_PORT         = "9464"
    S3_BUCKET            = aws_s3_bucket.files.id
    S3_REGION            = var.region
    USER_POOL_ID         = aws_cognito_user_pool.main.id
    USER_POOL_CLIENT_ID  = aws_cognito_user_pool_client.main.id
    DATABASE_CONNECTIONS = "12"
  }

  mail_environment = var.mail_from == null ? {} : {
    MAIL_FROM = var.mail_from
  }

  tasks = {
    web       = { entry = "main.ts", cpu = 1024, memory = 2048, execution = "application", secrets = local.database_secrets.application }
    worker    = { entry = "worker.ts", cpu = 1024, memory = 2048, execution = "application", secrets = local.database_secrets.application }
    migration = { entry = "migrate.ts", cpu = 512, memory = 1024, execution = "migration", secrets = concat(local.database_secrets.application, local.database_secrets.owner) }
  }

  # The image has no shell. A worker listens for nothing but its metrics and health. Not whether it is ready: a task that
  # waits for the database is not helped by being replaced.
  health_check = {
    command     = ["CMD", "/app/node", "-e", "fetch('http://127.0.0.1:9464/health/live').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
    interval    = 15
    timeout     = 10
    retries     = 3
    startPeriod = 60
  }
}

resource "aws_cloudwatch_log_group" "tasks" {
  for_each          = local.tasks
  name              = "/${var.name}/${each.key}"
  retention_in_days = var.log_days
}

resource "aws_ecs_cluster" "main" {
  name = var.name

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

resource "aws_ecs_task_definition" "main" {
  for_each                 = local.tasks
  family                   = "${var.name}-${each.key}"
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = each.value.cpu
  memory                   = each.value.memory
  execution_role_arn       = aws_iam_role.execution[each.value.execution].arn
  task_role_arn            = aws_iam_role.task[each.key].arn

  runtime_platform {
    operating_system_family = "LINUX"
    cpu_architecture        = "X86_64"
  }

  # Workers unpack workbooks on the task's own disk, whose 20 GB are the limit.
  dynamic "volume" {
    for_each = each.key == "worker" ? ["scratch"] : []

    content {
      name = volume.value
    }
  }

  container_definitions = jsonencode([merge({
    name                   = each.key
    image                  = var.image
    command                = ["apps/server/src/${each.value.entry}"]
    user                   = "1000:1000"
    readonlyRootFilesystem = true
    # With a process of its own in front, a task that still starts ends when it is told to.
    linuxParameters = { capabilities = { drop = ["ALL"] }, initProcessEnabled = true }
    stopTimeout     = 30
    environment     = [for name, value in merge(local.environment, each.key == "worker" ? local.mail_environment : {}) : { name = name, value = value }]
    secrets = concat(
      [for name in each.value.secrets : { name = name, valueFrom = aws_secretsmanager_secret.database[name].arn }],
      [for name, secret in aws_secretsmanager_secret.mail : { name = name, valueFrom = secret.arn } if each.key == "worker"],
      [for name, secret in aws_secretsmanager_secret.evidence : { name = name, valueFrom = secret.arn } if each.key != "migration"],
    )
    mountPoints  = each.key == "worker" ? [{ sourceVolume = "scratch", containerPath = "/scratch", readOnly = false }] : []
    portMappings = each.key == "web" ? [{ containerPort = 3000 }, { containerPort = 9464 }] : [{ containerPort = 9464 }]

    logConfiguration = {
      logDriver = "awslogs"
      options = {
        awslogs-group         = aws_cloudwatch_log_group.tasks[each.key].name
        awslogs-region        = var.region
        awslogs-stream-prefix = each.key
      }
    }
    }, { for name, value in { healthCheck = local.health_check } : name => value if each.key != "migration" }
  )])
}

# One after the other: a new task is ready before an old one is stopped, and a release that does not start is taken back.
resource "aws_ecs_service" "main" {
  for_each                           = { web = var.web_tasks, worker = var.worker_tasks }
  name                               = each.key
  cluster                            = aws_ecs_cluster.main.id
  task_definition                    = aws_ecs_task_definition.main[each.key].arn
  launch_type                        = "FARGATE"
  desired_count                      = each.value.least
  deployment_minimum_healthy_percent = 100
  deployment_maximum_percent         = 200
  health_check_grace_period_seconds  = each.key == "web" ? 60 : null

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }

  network_configuration {
    subnets         = var.private_subnet_ids
    security_groups = [aws_security_group.tasks.id]
  }

  dynamic "load_balancer" {
    for_each = each.key == "web" ? [aws_lb_target_group.web.arn] : []

    content {
      target_group_arn = load_balancer.value
      container_name   = "web"
      container_port   = 3000
    }
  }

  lifecycle {
    ignore_changes = [desired_count]
  }

  depends_on = [aws_lb_listener_rule.host]
}

resource "aws_appautoscaling_target" "main" {
  for_each           = { web = var.web_tasks, worker = var.worker_tasks }
  service_namespace  = "ecs"
  scalable_dimension = "ecs:service:DesiredCount"
  resource_id        = "service/${aws_ecs_cluster.main.name}/${aws_ecs_service.main[each.key].name}"
  min_capacity       = each.value.least
  max_capacity       = each.value.most
}

resource "aws_appautoscaling_policy" "cpu" {
  for_each           = aws_appautoscaling_target.main
  name               = "cpu"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = each.value.service_namespace
  scalable_dimension = each.value.scalable_dimension
  resource_id        = each.value.resource_id

  target_tracking_scaling_policy_configuration {
    target_value       = 60
    scale_out_cooldown = 60
    scale_in_cooldown  = 600

    predefined_metric_specification {
      predefined_metric_type = "ECSServiceAverageCPUUtilization"
    }
  }
}
