import type { SessionServers } from '@agency/core'
import {
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
  tool,
} from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'
import { toToolAnswer } from './tool-answer.ts'

/** The use cases behind the tools. They answer; they do not throw. */
export type ServerTools = Pick<SessionServers, 'start' | 'stop' | 'readLog'>

export const serverToolsName = 'autonoe-server'

const port = z.int().describe('The port on which it listens, from 1024 to 65535')

/** The tools through which an agent runs what it built as a server, for itself and its browser. */
export function createServerTools(tools: ServerTools): McpSdkServerConfigWithInstance {
  return createSdkMcpServer({
    name: serverToolsName,
    version: '1.0.0',
    alwaysLoad: true,
    tools: [
      tool(
        'start_server',
        'Start a server of the project, in the foreground, and wait until it listens. It stays until it is stopped or the session ends; the browser reaches it at http://localhost:<port>/.',
        {
          command: z
            .string()
            .min(1)
            .describe('A bash line, run from the project directory; PORT is set for it'),
          port,
        },
        (input) => toToolAnswer(() => tools.start(input)),
      ),
      tool(
        'stop_server',
        'Stop the server on a port, with all that it started.',
        { port },
        (input) => toToolAnswer(() => tools.stop(input)),
      ),
      tool(
        'read_server_log',
        'Read the end of what the server on a port has printed, and whether it still runs.',
        { port },
        (input) => toToolAnswer(() => tools.readLog(input)),
      ),
    ],
  })
}
