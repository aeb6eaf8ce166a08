data "aws_subnet" "public" {
  for_each = toset(var.public_subnet_ids)
  id       = each.value
}

resource "aws_security_group" "balancer" {
  name_prefix = "${var.name}-balancer-"
  description = "HTTPS from everywhere, to the web tasks"
  vpc_id      = var.vpc_id
}

resource "aws_security_group" "tasks" {
  name_prefix = "${var.name}-tasks-"
  description = "From the balancer; out to database, bucket, pool and registry"
  vpc_id      = var.vpc_id
}

resource "aws_security_group" "database" {
  name_prefix = "${var.name}-database-"
  description = "From the tasks"
  vpc_id      = var.vpc_id
}

resource "aws_vpc_security_group_ingress_rule" "balancer" {
  for_each          = { http = 80, https = 443 }
  security_group_id = aws_security_group.balancer.id
  description       = each.key
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
}

resource "aws_vpc_security_group_egress_rule" "balancer_to_tasks" {
  security_group_id            = aws_security_group.balancer.id
  referenced_security_group_id = aws_security_group.tasks.id
  ip_protocol                  = "tcp"
  from_port                    = 3000
  to_port                      = 3000
}

resource "aws_vpc_security_group_ingress_rule" "tasks_from_balancer" {
  security_group_id            = aws_security_group.tasks.id
  referenced_security_group_id = aws_security_group.balancer.id
  ip_protocol                  = "tcp"
  from_port                    = 3000
  to_port                      = 3000
}

resource "aws_vpc_security_group_ingress_rule" "metrics" {
  for_each                     = toset(var.metrics_security_group_ids)
  security_group_id            = aws_security_group.tasks.id
  referenced_security_group_id = each.value
  ip_protocol                  = "tcp"
  from_port                    = 9464
  to_port                      = 9464
}

resource "aws_vpc_security_group_egress_rule" "tasks" {
  for_each          = { https = 443, postgresql = 5432 }
  security_group_id = aws_security_group.tasks.id
  description       = each.key
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
}

resource "aws_vpc_security_group_ingress_rule" "database" {
  security_group_id            = aws_security_group.database.id
  referenced_security_group_id = aws_security_group.tasks.id
  ip_protocol                  = "tcp"
  from_port                    = 5432
  to_port                      = 5432
}
