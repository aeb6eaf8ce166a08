# HTTP/2 to the browsers, which one stream of events and many small files want.
resource "aws_lb" "main" {
  name                       = var.name
  load_balancer_type         = "application"
  subnets                    = var.public_subnet_ids
  security_groups            = [aws_security_group.balancer.id]
  enable_http2               = true
  enable_deletion_protection = true
  drop_invalid_header_fields = true
  idle_timeout               = 120
}

# Any web task serves any call: no stickiness.
resource "aws_lb_target_group" "web" {
  name                          = "${var.name}-web"
  target_type                   = "ip"
  vpc_id                        = var.vpc_id
  port                          = 3000
  protocol                      = "HTTP"
  deregistration_delay          = 15
  load_balancing_algorithm_type = "least_outstanding_requests"

  stickiness {
    enabled = false
    type    = "lb_cookie"
  }

  health_check {
    # Not whether it is ready: while the database is away the tasks reply 503 themselves, and are not replaced for it.
    path                = "/health/live"
    matcher             = "200"
    interval            = 5
    timeout             = 4
    healthy_threshold   = 2
    unhealthy_threshold = 3
  }
}

resource "aws_lb_listener" "https" {
  load_balancer_arn = aws_lb.main.arn
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-2021-06"
  certificate_arn   = var.certificate_arn

  default_action {
    type = "fixed-response"

    fixed_response {
      content_type = "text/plain"
      status_code  = "421"
      message_body = "This name is not served here."
    }
  }
}

resource "aws_lb_listener_rule" "host" {
  listener_arn = aws_lb_listener.https.arn
  priority     = 10

  condition {
    host_header {
      values = [var.host]
    }
  }

  action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.web.arn
  }
}

resource "aws_lb_listener" "http" {
  load_balancer_arn = aws_lb.main.arn
  port              = 80
  protocol          = "HTTP"

  default_action {
    type = "redirect"

    redirect {
      port        = "443"
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}
