terraform {
  required_version = ">= 1.9, < 2.0"

  # `terraform init` writes .terraform.lock.hcl with the exact version and its checksums: commit it.
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.14"
    }
  }
}

provider "aws" {
  region = var.region

  default_tags {
    tags = { application = var.name }
  }
}
