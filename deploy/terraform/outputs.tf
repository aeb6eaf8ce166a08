output "balancer_name" {
  description = "What the record of the host points at."
  value       = aws_lb.main.dns_name
}

output "database_host" {
  value = aws_rds_cluster.main.endpoint
}

output "database_master_secret_arn" {
  description = "For the first install, which makes the roles."
  value       = aws_rds_cluster.main.master_user_secret[0].secret_arn
}

output "user_pool" {
  value = {
    USER_POOL_ID        = aws_cognito_user_pool.main.id
    USER_POOL_CLIENT_ID = aws_cognito_user_pool_client.main.id
  }
}

output "bucket" {
  value = aws_s3_bucket.files.id
}

output "migration" {
  description = "Of `aws ecs run-task`, before web and worker are changed."
  value = {
    cluster         = aws_ecs_cluster.main.name
    task_definition = aws_ecs_task_definition.main["migration"].arn
    subnets         = var.private_subnet_ids
    security_group  = aws_security_group.tasks.id
  }
}
