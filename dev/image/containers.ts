import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../check/source-files.ts'
import { runProgram } from '../processes.ts'
import { contextFolder } from './context.ts'

export const IMAGE = 'localhost/backoffice'

/** crun refuses hybrid cgroups; systemd is not everywhere; podman's own limits need a capability. */
const PODMAN = ['--runtime=runc', '--cgroup-manager=cgroupfs']
const LIMITS = ['--memory=512m', '--ulimit=nofile=1024:1024', '--ulimit=nproc=4096:4096']
/** Only the mounted folder and the volume /scratch are writable, not even /tmp or /run. */
const LOCKED = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
]

/** Builds the prepared context, dated by its commit so that equal files give equal images. */
export async function buildImage(base: string | undefined): Promise<void> {
  const committed = execFileSync('git', ['log', '-1', '--format=%ct %H'], { cwd: root, encoding: 'utf8' })
  const [time = '0', revision = ''] = committed.trim().split(' ')
  const former = await imageId()
  await run('buildah', [
    ...['bud', '--isolation=chroot', '--quiet', `--timestamp=${time}`, `--tag=${IMAGE}`],
    ...[`--label=org.opencontainers.image.revision=${revision}`, `--file=${root}/deploy/Containerfile`],
    ...(base ? [`--build-arg=BASE=${base}`] : []),
    contextFolder,
  ])
  if (former && former !== (await imageId())) await run('podman', ['rmi', former]).catch(console.error)
}

/** Empty if there is no image. */
const imageId = () => run('podman', ['images', '--quiet', '--no-trunc', IMAGE])

export async function imageBytes(): Promise<number> {
  return Number(await run('podman', ['image', 'inspect', '--format={{.Size}}', IMAGE]))
}

export type Container = { name: string; pid: number }
type Options = { folder: string; env: Record<string, string> }

/** Containers of the image on the host's network. Only `folder/data` and /scratch are writable. */
export function createContainers({ folder, env }: Options) {
  const common = ['--network=host', `--volume=${folder}/data:/data`, ...LOCKED, ...LIMITS]
  /** A file, because arguments are visible to every account of the machine. */
  const withEnv = (name: string, all: Record<string, string>) => {
    const file = join(folder, `${name}.env`)
    const lines = Object.entries(all).map((pair) => `${pair.join('=')}\n`)
    writeFileSync(file, lines.join(''), { mode: 0o600 })
    return `--env-file=${file}`
  }
  const started: string[] = []
  return {
    /** Runs the container to its end and returns its output. */
    once: (entry: string, more: Record<string, string>) =>
      run('podman', [
        ...PODMAN,
        'run',
        '--rm',
        ...common,
        withEnv('once', { ...env, ...more }),
        IMAGE,
        entry,
      ]),
    async start(name: string, entry: string): Promise<Container> {
      const full = `backoffice-${process.pid}-${name}`
      started.push(full)
      const args = [
        '--detach',
        '--log-driver=k8s-file',
        `--name=${full}`,
        ...common,
        withEnv(name, env),
        IMAGE,
        entry,
      ]
      await run('podman', [...PODMAN, 'run', ...args])
      return { name: full, pid: Number(await inspect(full, '{{.State.Pid}}')) }
    },
    /** Stops the container and returns its exit code. */
    async stop({ name }: Container): Promise<number> {
      await run('podman', [...PODMAN, 'stop', '--time=20', name])
      return Number(await inspect(name, '{{.State.ExitCode}}'))
    },
    evaluate: ({ name }: Container, code: string) =>
      run('podman', [...PODMAN, 'exec', name, '/app/node', '--eval', code]),
    logs: () => Promise.all(started.map((name) => run('podman', ['logs', '--tail=15', name]).catch(String))),
    async remove() {
      for (const name of started)
        await run('podman', [...PODMAN, 'rm', '--force', '--volumes', name]).catch(console.error)
    },
  }
}

export type Containers = ReturnType<typeof createContainers>

const inspect = (name: string, format: string) => run('podman', ['inspect', `--format=${format}`, name])

/** Fields of /proc/PID/status, such as `Uid`, `CapEff` and `VmHWM`. */
export function statusOf({ pid }: Container): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)))
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const { error, output } = await runProgram(program, args)
  if (error) throw new Error(`${program} ${args.at(-1)}: ${output}`)
  return output
}
