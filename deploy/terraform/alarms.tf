locals {
  balancer = { LoadBalancer = aws_lb.main.arn_suffix }
  targets  = { LoadBalancer = aws_lb.main.arn_suffix, TargetGroup = aws_lb_target_group.web.arn_suffix }
  database = { DBClusterIdentifier = aws_rds_cluster.main.cluster_identifier }
  bucket   = { BucketName = aws_s3_bucket.files.id, FilterId = aws_s3_bucket_metric.files.name }

  # What each means and what to do: docs/operations.md. Over the threshold for `minutes`, except where `less`.
  alarms = {
    calls-fail           = { namespace = "AWS/ApplicationELB", metric = "HTTPCode_Target_5XX_Count", statistic = "Sum", threshold = 20, minutes = 5, dimensions = local.targets }
    no-web-process       = { namespace = "AWS/ApplicationELB", metric = "HTTPCode_ELB_5XX_Count", statistic = "Sum", threshold = 20, minutes = 3, dimensions = local.balancer }
    calls-slow           = { namespace = "AWS/ApplicationELB", metric = "TargetResponseTime", statistic = "p99", threshold = 2, minutes = 10, dimensions = local.targets }
    web-few              = { namespace = "AWS/ApplicationELB", metric = "HealthyHostCount", statistic = "Minimum", threshold = var.web_tasks.least, minutes = 5, dimensions = local.targets, less = true }
    worker-few           = { namespace = "ECS/ContainerInsights", metric = "RunningTaskCount", statistic = "Minimum", threshold = var.worker_tasks.least, minutes = 5, dimensions = { ClusterName = aws_ecs_cluster.main.name, ServiceName = "worker" }, less = true }
    jobs-fail            = { namespace = var.name, metric = "JobsFailed", statistic = "Sum", threshold = 5, minutes = 15, dimensions = {} }
    user-pool-fails      = { namespace = var.name, metric = "UserPoolFailures", statistic = "Sum", threshold = 3, minutes = 10, dimensions = {} }
    processes-die        = { namespace = var.name, metric = "ProcessesDied", statistic = "Sum", threshold = 0, minutes = 5, dimensions = {} }
    database-busy        = { namespace = "AWS/RDS", metric = "CPUUtilization", statistic = "Average", threshold = 80, minutes = 15, dimensions = local.database }
    database-connections = { namespace = "AWS/RDS", metric = "DatabaseConnections", statistic = "Maximum", threshold = var.database_connections_alarm, minutes = 5, dimensions = local.database }
    database-memory      = { namespace = "AWS/RDS", metric = "FreeableMemory", statistic = "Minimum", threshold = 1073741824, minutes = 10, dimensions = local.database, less = true }
    database-local-disk  = { namespace = "AWS/RDS", metric = "FreeLocalStorage", statistic = "Minimum", threshold = 5368709120, minutes = 5, dimensions = local.database, less = true }
    database-reader-late = { namespace = "AWS/RDS", metric = "AuroraReplicaLagMaximum", statistic = "Maximum", threshold = 2000, minutes = 5, dimensions = local.database }
    storage-fails        = { namespace = "AWS/S3", metric = "5xxErrors", statistic = "Sum", threshold = 10, minutes = 5, dimensions = local.bucket }
  }
}

resource "aws_cloudwatch_metric_alarm" "main" {
  for_each            = local.alarms
  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = "docs/operations.md#${each.key}"
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  dimensions          = each.value.dimensions
  statistic           = startswith(each.value.statistic, "p") ? null : each.value.statistic
  extended_statistic  = startswith(each.value.statistic, "p") ? each.value.statistic : null
  comparison_operator = try(each.value.less, false) ? "LessThanThreshold" : "GreaterThanThreshold"
  threshold           = each.value.threshold
  period              = 60 * each.value.minutes
  evaluation_periods  = 1
  # Without a task there is nothing that counts them.
  treat_missing_data = try(each.value.less, false) ? "breaching" : "notBreaching"
  alarm_actions      = var.alarm_topic_arns
  ok_actions         = var.alarm_topic_arns
}

resource "aws_cloudwatch_log_metric_filter" "jobs_failed" {
  name           = "jobs-failed"
  log_group_name = aws_cloudwatch_log_group.tasks["worker"].name
  pattern        = "{ $.level >= 50 && $.msg = \"job failed\" }"

  metric_transformation {
    namespace = var.name
    name      = "JobsFailed"
    value     = "1"
  }
}

resource "aws_cloudwatch_log_metric_filter" "user_pool_failures" {
  name           = "user-pool-failures"
  log_group_name = aws_cloudwatch_log_group.tasks["worker"].name
  pattern        = "{ $.msg = \"identity provider failed\" && $.outcome != \"refused\" }"

  metric_transformation {
    namespace = var.name
    name      = "UserPoolFailures"
    value     = "1"
  }
}

# Node writes this line last when an error ends the process.
resource "aws_cloudwatch_log_metric_filter" "processes_died" {
  for_each       = toset(["web", "worker"])
  name           = "processes-died"
  log_group_name = aws_cloudwatch_log_group.tasks[each.key].name
  pattern        = "\"Node.js v\""

  metric_transformation {
    namespace = var.name
    name      = "ProcessesDied"
    value     = "1"
  }
}
