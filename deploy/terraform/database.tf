resource "aws_db_subnet_group" "main" {
  name       = var.name
  subnet_ids = var.private_subnet_ids
}

resource "aws_rds_cluster_parameter_group" "main" {
  name   = var.name
  family = "aurora-postgresql${split(".", var.database_version)[0]}"

  parameter {
    name  = "rds.force_ssl"
    value = "1"
  }

  # Details of errors may hold card numbers.
  parameter {
    name  = "log_error_verbosity"
    value = "terse"
  }

  parameter {
    name  = "log_min_error_statement"
    value = "panic"
  }

  parameter {
    name  = "jit"
    value = "0"
  }

  parameter {
    name  = "random_page_cost"
    value = "1.1"
  }

  # In kB.
  parameter {
    name  = "work_mem"
    value = "16384"
  }

  # In ms. A COPY of a large file is not idle.
  parameter {
    name  = "idle_in_transaction_session_timeout"
    value = "300000"
  }
}

# A writer and a reader in another zone, which takes over within a minute. create-roles.sh creates the database.
resource "aws_rds_cluster" "main" {
  cluster_identifier              = var.name
  engine                          = "aurora-postgresql"
  engine_version                  = var.database_version
  master_username                 = "postgres"
  manage_master_user_password     = true
  master_user_secret_kms_key_id   = aws_kms_key.main.arn
  db_subnet_group_name            = aws_db_subnet_group.main.name
  db_cluster_parameter_group_name = aws_rds_cluster_parameter_group.main.name
  vpc_security_group_ids          = [aws_security_group.database.id]
  storage_encrypted               = true
  kms_key_id                      = aws_kms_key.main.arn
  backup_retention_period         = 14
  preferred_backup_window         = "17:00-18:00"
  preferred_maintenance_window    = "sat:18:30-sat:19:30"
  copy_tags_to_snapshot           = true
  deletion_protection             = true
  final_snapshot_identifier       = "${var.name}-final"
  enabled_cloudwatch_logs_exports = ["postgresql"]
}

resource "aws_rds_cluster_instance" "main" {
  count                           = 2
  identifier                      = "${var.name}-${count.index + 1}"
  cluster_identifier              = aws_rds_cluster.main.id
  engine                          = aws_rds_cluster.main.engine
  engine_version                  = aws_rds_cluster.main.engine_version
  instance_class                  = var.database_class
  auto_minor_version_upgrade      = true
  performance_insights_enabled    = true
  performance_insights_kms_key_id = aws_kms_key.main.arn
}

# Filled by hand at the first install, so that no password is in the state: docs/operations.md.
locals {
  database_secrets = {
    application = concat(["DATABASE_URL"], var.ledger_is_apart ? ["LEDGER_DATABASE_URL"] : [])
    owner       = concat(["DATABASE_OWNER_URL"], var.ledger_is_apart ? ["LEDGER_DATABASE_OWNER_URL"] : [])
  }
}

resource "aws_secretsmanager_secret" "database" {
  for_each   = toset(concat(local.database_secrets.application, local.database_secrets.owner))
  name       = "${var.name}/${each.key}"
  kms_key_id = aws_kms_key.main.arn
}
