variable "name" {
  description = "Prefix of everything that is made here."
  type        = string
  default     = "backoffice"
}

variable "region" {
  type    = string
  default = "ap-southeast-1"
}

variable "image" {
  description = "The image of `npm run image` in a registry, by its digest."
  type        = string

  validation {
    condition     = can(regex("@sha256:[0-9a-f]{64}$", var.image))
    error_message = "Name the image by its digest: REGISTRY/backoffice@sha256:…"
  }
}

variable "host" {
  description = "The name that people type, such as backoffice.example.com."
  type        = string
}

variable "certificate_arn" {
  description = "A certificate for that name, in this region."
  type        = string
}

variable "vpc_id" {
  type = string
}

variable "public_subnet_ids" {
  description = "Of the balancer, in two zones or more."
  type        = list(string)
}

variable "private_subnet_ids" {
  description = "Of tasks and database, in two zones or more, with a way to the user pool and the registry."
  type        = list(string)
}

variable "mail_from" {
  description = "Sender of mail about approvals; null for no mail. The secret SMTP_URL names the mail server: docs/operations.md."
  type        = string
  default     = null
}

variable "signs_evidence" {
  description = "Signs the evidence of access reviews, with the key in the secret EVIDENCE_KEY: docs/operations.md."
  type        = bool
  default     = false
}

variable "web_tasks" {
  description = "The fewest and the most web tasks."
  type        = object({ least = number, most = number })
  default     = { least = 2, most = 6 }
}

variable "worker_tasks" {
  description = "The fewest and the most workers."
  type        = object({ least = number, most = number })
  default     = { least = 2, most = 6 }
}

variable "database_class" {
  type    = string
  default = "db.r7g.large"
}

variable "database_version" {
  description = "Of Aurora PostgreSQL."
  type        = string
  default     = "17.5"
}

variable "ledger_is_apart" {
  description = "Cards and transactions are in another database, which the secrets LEDGER_DATABASE_URL and LEDGER_DATABASE_OWNER_URL name and which is not made here: docs/operations.md."
  type        = bool
  default     = false
}

variable "database_connections_alarm" {
  description = "About eight tenths of max_connections of the class."
  type        = number
  default     = 800
}

variable "metrics_security_group_ids" {
  description = "What may read the metrics of the tasks, at port 9464."
  type        = list(string)
  default     = []
}

variable "alarm_topic_arns" {
  description = "Topics of SNS that alarms are sent to."
  type        = list(string)
}

variable "log_days" {
  type    = number
  default = 90
}
