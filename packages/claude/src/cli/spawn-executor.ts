import { type Clock, systemClock } from '@agency/core'
import type {
  CommandExecutor,
  CommandExit,
  CommandLine,
  RunningCommand,
} from './command-executor.ts'
import { secretsIn } from './environment.ts'
import { type Guardian, startGuardian } from './guardian.ts'
import { killStrays, sendSignal } from './kill-strays.ts'
import { readUntilGone } from './read-until-gone.ts'
import { createRedactedTail, type RedactedTail } from './redacted-tail.ts'
import { createRunTag, type RunTag } from './run-tag.ts'

/** Starts real processes, each the leader of its own group, watched by a guardian. */
export function createSpawnExecutor(clock: Clock = systemClock): CommandExecutor {
  return { start: (command) => start(command, clock) }
}

function start(command: CommandLine, clock: Clock): RunningCommand {
  const tag = createRunTag()
  const guardian = startGuardian(tag)
  const child = spawn(command, tag, guardian)
  tag.putOn(child.pid)
  guardian.watch(child.pid)
  const stdout = readUntilGone(child.stdout, child.exited, clock)
  const tail = createRedactedTail(secretsIn(command.environment))
  const stderrRead = readInto(tail, readUntilGone(child.stderr, child.exited, clock))

  const ended = child.exited.then(async (code): Promise<CommandExit> => {
    // First end what it left behind: as long as that lives, the pipes stay open.
    sendSignal(-child.pid, 'SIGKILL')
    await killStrays(tag)
    await guardian.dismiss()
    await stderrRead
    const signal = child.signalCode === null ? null : String(child.signalCode)
    return { code: signal === null ? code : null, signal }
  })

  return {
    stdout,
    write: (text) => quietly(() => child.stdin.write(text)),
    closeInput: () => quietly(() => child.stdin.end()),
    stderrTail: () => tail.text(),
    ended,
    async stop(graceMs) {
      sendSignal(-child.pid, 'SIGTERM')
      const waited = new AbortController()
      await Promise.race([child.exited, clock.sleep(graceMs, waited.signal).catch(() => {})])
      waited.abort()
      sendSignal(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

function spawn(command: CommandLine, tag: RunTag, guardian: Guardian) {
  try {
    return Bun.spawn([command.executable, ...command.arguments], {
      cwd: command.workingDir,
      env: { ...command.environment, ...tag.variables },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
  } catch (error) {
    void guardian.dismiss()
    throw error
  }
}

/** Who ends without reading its input has its reasons; they are in its output and exit code. */
function quietly(operation: () => number | Promise<number>): void {
  Promise.try(operation).catch(() => {})
}

async function readInto(tail: RedactedTail, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) tail.add(decoder.decode(chunk, { stream: true }))
}
