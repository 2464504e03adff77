#!/usr/bin/env node
// hookline-mcp: the MCP server of Hookline for programs that start one, over stdin and stdout. It passes messages on to /mcp.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { forwardTo } from './forward.ts';

const { HOOKLINE_URL: url } = process.env;
const key = process.env.HOOKLINE_KEY?.trim();

/** A reader that closes early causes an error. */
stdout.on('error', () => process.exit());

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(`hookline-mcp forwards MCP messages between stdin, stdout and Hookline.

Set HOOKLINE_KEY to an API key, and HOOKLINE_URL to the service, such as https://hooks.example.com.
In the configuration of an MCP client: {"command": "npx", "args": ["-y", "-p", "https://hooks.example.com/sdk.tgz", "hookline-mcp"],
"env": {"HOOKLINE_KEY": "hkl_…", "HOOKLINE_URL": "https://hooks.example.com"}}`);
} else if (!key || !url || !URL.canParse(url)) {
  const missing = key ? 'HOOKLINE_URL to the service, such as https://hooks.example.com' : 'HOOKLINE_KEY to an API key';
  console.error(`Set ${missing}. --help shows an example.`);
  process.exitCode = 2;
} else if (!/^[!-~]+$/.test(key)) {
  // No header can contain it, and the error of `fetch` would show it to the agent.
  console.error('HOOKLINE_KEY is malformed: it contains spaces or invalid characters. Copy it again.');
  process.exitCode = 2;
} else {
  const forward = forwardTo(new URL('/mcp', url), key, (line) => stdout.write(`${line}\n`));
  // Responses may come in another order than requests. The process ends after the last one.
  for await (const line of createInterface({ input: stdin })) if (line.trim() !== '') void forward(line);
}
