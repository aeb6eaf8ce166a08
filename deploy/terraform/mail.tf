# Mail about approvals, if var.mail_from is set. The secret is filled by hand, as that of the database: docs/operations.md.
resource "aws_secretsmanager_secret" "mail" {
  for_each   = toset(var.mail_from == null ? [] : ["SMTP_URL"])
  name       = "${var.name}/${each.key}"
  kms_key_id = aws_kms_key.main.arn
}

resource "aws_vpc_security_group_egress_rule" "mail" {
  for_each          = var.mail_from == null ? {} : { submission = 587, submissions = 465 }
  security_group_id = aws_security_group.tasks.id
  description       = each.key
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "tcp"
  from_port         = each.value
  to_port           = each.value
}
