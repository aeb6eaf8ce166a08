# Key that signs the evidence of access reviews, if var.signs_evidence. The secret is filled by hand: docs/operations.md.
resource "aws_secretsmanager_secret" "evidence" {
  for_each   = toset(var.signs_evidence ? ["EVIDENCE_KEY"] : [])
  name       = "${var.name}/${each.key}"
  kms_key_id = aws_kms_key.main.arn
}
