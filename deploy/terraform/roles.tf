data "aws_iam_policy_document" "tasks_may_assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com"]
    }
  }
}

# Of the platform, before a container starts: image, logs, secrets. The owner's login is for migrations only.
resource "aws_iam_role" "execution" {
  for_each           = toset(["application", "migration"])
  name               = "${var.name}-${each.key}-execution"
  assume_role_policy = data.aws_iam_policy_document.tasks_may_assume.json
}

resource "aws_iam_role_policy_attachment" "execution" {
  for_each   = aws_iam_role.execution
  role       = each.value.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy"
}

data "aws_iam_policy_document" "secrets" {
  for_each = {
    application = local.database_secrets.application
    migration   = concat(local.database_secrets.application, local.database_secrets.owner)
  }

  statement {
    actions = ["secretsmanager:GetSecretValue"]
    resources = concat(
      [for secret in each.value : aws_secretsmanager_secret.database[secret].arn],
      [for secret in aws_secretsmanager_secret.mail : secret.arn if each.key == "application"],
      [for secret in aws_secretsmanager_secret.evidence : secret.arn if each.key == "application"],
    )
  }

  statement {
    actions   = ["kms:Decrypt"]
    resources = [aws_kms_key.main.arn]
  }
}

resource "aws_iam_role_policy" "secrets" {
  for_each = aws_iam_role.execution
  name     = "secrets"
  role     = each.value.id
  policy   = data.aws_iam_policy_document.secrets[each.key].json
}

# Of the processes themselves.
resource "aws_iam_role" "task" {
  for_each           = toset(["web", "worker", "migration"])
  name               = "${var.name}-${each.key}"
  assume_role_policy = data.aws_iam_policy_document.tasks_may_assume.json
}

data "aws_iam_policy_document" "files" {
  statement {
    resources = ["${aws_s3_bucket.files.arn}/*"]
    actions = [
      "s3:GetObject",
      "s3:PutObject",
      "s3:DeleteObject",
      "s3:AbortMultipartUpload",
      "s3:ListMultipartUploadParts",
    ]
  }

  statement {
    resources = [aws_s3_bucket.files.arn]
    actions   = ["s3:ListBucket", "s3:ListBucketMultipartUploads"]
  }

  statement {
    resources = [aws_kms_key.main.arn]
    actions   = ["kms:GenerateDataKey", "kms:Decrypt"]
  }
}

data "aws_iam_policy_document" "users" {
  for_each = {
    web = ["cognito-idp:AdminGetUser"]
    worker = [
      "cognito-idp:AdminGetUser",
      "cognito-idp:AdminCreateUser",
      "cognito-idp:AdminUpdateUserAttributes",
      "cognito-idp:AdminEnableUser",
      "cognito-idp:AdminDisableUser",
      "cognito-idp:AdminDeleteUser",
      "cognito-idp:AdminResetUserPassword",
      "cognito-idp:AdminSetUserMFAPreference",
      "cognito-idp:AdminUserGlobalSignOut",
    ]
  }

  statement {
    resources = [aws_cognito_user_pool.main.arn]
    actions   = each.value
  }
}

resource "aws_iam_role_policy" "files" {
  for_each = toset(["web", "worker"])
  name     = "files"
  role     = aws_iam_role.task[each.key].id
  policy   = data.aws_iam_policy_document.files.json
}

resource "aws_iam_role_policy" "users" {
  for_each = data.aws_iam_policy_document.users
  name     = "users"
  role     = aws_iam_role.task[each.key].id
  policy   = each.value.json
}
