import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import type { Drill } from './run-drill.ts'
import { requirePrograms, until } from './services.ts'

export type TlsBalancer = { http2: string; http1: string }

/** HAProxy with TLS on loopback, turn by turn to the ports: at one address over HTTP/2, at another over HTTP/1.1 only. */
export async function startTlsBalancer(drill: Drill, ports: readonly number[]): Promise<TlsBalancer> {
  requirePrograms(['haproxy', 'openssl'], 'haproxy openssl')
  const certificate = makeCertificate(drill.folder)
  const [http2, http1] = [await freePort(), await freePort()]
  const config = join(drill.folder, 'balancer.cfg')
  writeFileSync(
    config,
    `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 1h
  timeout server 1h
frontend web
  bind 127.0.0.1:${http2} ssl crt ${certificate} alpn h2,http/1.1 ssl-min-ver TLSv1.2
  bind 127.0.0.1:${http1} ssl crt ${certificate} alpn http/1.1 ssl-min-ver TLSv1.2
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  default_backend processes
backend processes
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host 127.0.0.1
${ports.map((port) => `  server web-${port} 127.0.0.1:${port} check inter 1s`).join('\n')}
`,
  )
  drill.services.start('tls-balancer', ['haproxy', '-db', '-f', config])
  const toAddress = (port: number) => `https://127.0.0.1:${port}`
  await until('the balancer', async () => {
    execFileSync('openssl', ['s_client', '-connect', `127.0.0.1:${http2}`], {
      input: '',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return true
  })
  return { http2: toAddress(http2), http1: toAddress(http1) }
}

/** Of a day, for 127.0.0.1: certificate and key in one file, as HAProxy reads them. */
function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const name = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 1'
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  const args = `req ${kind} ${name}`.split(' ')
  execFileSync('openssl', [...args, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const both = join(folder, 'both.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 })
  return both
}
