import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../dev/ports.ts'
import { createRoles } from '../dev/postgres/create-roles.ts'
import { query } from '../dev/postgres/query.ts'
import { hasEnded, isAlive, signal } from '../dev/processes.ts'
import type { Drill } from './drill.ts'
import type { Query } from './journal.ts'
import { requirePrograms, until } from './services.ts'

const ACCOUNT = 'postgres'
const BINARIES = '/usr/lib/postgresql/15/bin'
const SCOPE = 'drill'
/** The ports are on loopback and end with the drill. */
const PASSWORD = 'loopback'
const NODES = ['n1', 'n2', 'n3'] as const
type NodeName = (typeof NODES)[number]
type Member = { name: NodeName; role: string; state: string; port: number }

export type Cluster = {
  /** Address of the leader, through HAProxy. */
  url: string
  ownerUrl: string
  /** All three hosts; the driver finds the leader. */
  hostsUrl: string
  switchover(): Promise<void>
  /** Sends SIGKILL to the leader's PostgreSQL, with `andPatroni` also to Patroni, which would restart it. */
  killLeader(andPatroni: boolean): Promise<void>
  /** Restarts killed processes and waits for a leader, a synchronous standby and a replica. */
  heal(): Promise<void>
  query: Query
}

/** Three PostgreSQL 15 under Patroni, one etcd, and HAProxy in front of the leader, on loopback. */
export async function startPatroni({ folder, services, onStop }: Drill): Promise<Cluster> {
  requirePrograms(
    ['etcd', 'patroni', 'patronictl', 'haproxy', 'setpriv'],
    'patroni etcd-server haproxy postgresql-15',
  )
  const home = join(folder, 'cluster')
  mkdirSync(home)
  execFileSync('chown', [ACCOUNT, home])
  const options = {
    account: ACCOUNT,
    cwd: home,
    env: { HOME: home, PATH: `${BINARIES}:${process.env.PATH}` },
  }
  const [etcdPort, peerPort, balancerPort] = [await freePort(), await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  services.start(
    'etcd',
    [
      ...['etcd', '--data-dir', join(home, 'etcd'), '--enable-v2'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `default=${peer}`],
    ],
    options,
  )
  await until('etcd', async () => (await fetch(`${client}/health`)).ok)

  const nodes: { name: NodeName; port: number; restPort: number }[] = []
  for (const name of NODES) nodes.push({ name, port: await freePort(), restPort: await freePort() })
  const configOf = (name: NodeName) => join(home, `${name}.yml`)
  for (const { name, port, restPort } of nodes) {
    writeFileSync(configOf(name), nodeConfig({ home, name, port, restPort, etcdPort }))
    services.start(name, ['patroni', configOf(name)], options)
  }
  // Patroni stops its PostgreSQL, except one that it left or that outlived it.
  onStop(async () => {
    for (const { name } of [...nodes].reverse()) services.terminate(name)
    for (const { name } of nodes) await services.untilEnded(name)
    for (const { name } of nodes) {
      const pid = postmasterOf(home, name)
      if (pid !== undefined) signal(pid, 'SIGQUIT')
    }
  })

  const config = join(home, 'haproxy.cfg')
  writeFileSync(config, balancerConfig(balancerPort, nodes))
  services.start('haproxy', ['haproxy', '-db', '-f', config], options)

  async function members(): Promise<Member[]> {
    for (const { restPort } of nodes) {
      const reply = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined)
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members
    }
    return []
  }
  const withRole = async (role: string) => (await members()).find((member) => member.role === role)
  const isWhole = async () => {
    const found = await members()
    const roles = ['leader', 'sync_standby', 'replica']
    return (
      roles.every((role) => found.some((member) => member.role === role)) &&
      // Patroni notices a death only after some seconds.
      found.every(({ name, state }) => /running|streaming/.test(state) && postmasterOf(home, name))
    )
  }
  await until('Patroni', isWhole, 90_000)

  const urlOf = (hosts: string, role: string, database = 'backoffice') =>
    `postgres://${role}:${PASSWORD}@${hosts}/${database}`
  const balancer = `127.0.0.1:${balancerPort}`

  const adminUrl = urlOf(balancer, 'postgres')
  const serverUrl = urlOf(balancer, 'postgres', 'postgres')
  await until('HAProxy', async () => (await query(serverUrl, 'SELECT 1')).length === 1)
  const passwords = { postgres: PASSWORD, backoffice_owner: PASSWORD, backoffice: PASSWORD }
  await createRoles(serverUrl, passwords)

  let killed: NodeName | undefined
  return {
    url: urlOf(balancer, 'backoffice'),
    ownerUrl: urlOf(balancer, 'backoffice_owner'),
    hostsUrl: `${urlOf(nodes.map(({ port }) => `127.0.0.1:${port}`).join(','), 'backoffice')}?target_session_attrs=read-write`,
    query: (sql, values) => query(adminUrl, sql, values),
    async switchover() {
      const [from, to] = [await withRole('leader'), await withRole('sync_standby')]
      if (!from || !to) throw new Error('There is no leader with a synchronous standby.')
      execFileSync(
        'patronictl',
        ['-c', configOf('n1'), 'switchover', SCOPE, '--force', '--master', from.name, '--candidate', to.name],
        { stdio: 'pipe' },
      )
    },
    async killLeader(andPatroni) {
      const leader = await withRole('leader')
      if (!leader) throw new Error('There is no leader.')
      const pid = postmasterOf(home, leader.name)
      if (andPatroni) {
        killed = leader.name
        await services.kill(leader.name)
      }
      if (pid === undefined) throw new Error('The PostgreSQL of the leader does not run.')
      signal(pid, 'SIGKILL')
      await hasEnded(pid, 5_000)
    },
    async heal() {
      if (killed) services.restart(killed)
      killed = undefined
      await until('the whole cluster', isWhole, 90_000)
    },
  }
}

function postmasterOf(home: string, name: NodeName): number | undefined {
  try {
    const pid = Number(readFileSync(join(home, name, 'postmaster.pid'), 'utf8').split('\n')[0])
    return isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

type NodeOptions = { home: string; name: NodeName; port: number; restPort: number; etcdPort: number }

/** A lost leader is noticed after `ttl`, here the minimum that Patroni accepts. */
function nodeConfig({ home, name, port, restPort, etcdPort }: NodeOptions): string {
  const login = (username: string) => `{username: ${username}, password: ${PASSWORD}}`
  return `
scope: ${SCOPE}
name: ${name}
etcd: {host: '127.0.0.1:${etcdPort}'}
restapi: {listen: '127.0.0.1:${restPort}', connect_address: '127.0.0.1:${restPort}'}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {max_connections: 200, shared_buffers: 128MB, wal_keep_size: 256MB, jit: 'off'}
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(home, name)}
  bin_dir: ${BINARIES}
  pgpass: ${join(home, `${name}.pgpass`)}
  parameters: {unix_socket_directories: '${home}'}
  pg_hba: [local all all trust, host all all 127.0.0.1/32 scram-sha-256, host replication all 127.0.0.1/32 scram-sha-256]
  authentication: {superuser: ${login('postgres')}, replication: ${login('standby')}, rewind: ${login('rewind')}}
`
}

/** Ends the sessions of a leader that steps down, so that no client stays on a read-only database. */
function balancerConfig(port: number, nodes: readonly { name: NodeName; port: number; restPort: number }[]) {
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  )
  return `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 2h
  timeout server 2h
  timeout check 2s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /leader
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
