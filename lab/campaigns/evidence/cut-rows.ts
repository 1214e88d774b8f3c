import { ANY_PATH, type EvidenceRow, RUN } from './evidence-row.ts';

const BEFORE = 'path B 0/15, 0.0-20.4 %, ADR written, exit 0';

/** Generations that were cut, and answers that never came. */
export const CUT_ROWS: readonly EvidenceRow[] = [
	{
		seen: 'a context of 256 tokens',
		before: BEFORE,
		run: ({ gemmark }) => gemmark(...RUN, '--context-size', '256'),
		says: [/^= prefix undecided 0\/15, 15 cut-context-full$/u, /--context-size/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'generations of 3 tokens',
		before: BEFORE,
		run: ({ gemmark }) => gemmark(...RUN, '--max-tokens', '3'),
		says: [/^= prefix undecided 0\/15, 15 cut-length$/u, /--max-tokens/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'a tenth of a second per generation, of an engine that needs longer',
		before: BEFORE,
		run: ({ gemmarkOnServer }) =>
			gemmarkOnServer(
				async (response, events) => {
					for await (const _ of events) await new Promise((resolve) => setTimeout(resolve, 200));
					response.end();
				},
				...['run', '--suite', 'prefix', '--deadline', '0.1'],
			),
		says: [/^= prefix undecided 0\/15, 15 cut-deadline$/u, /--deadline/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'a server that hangs',
		before: BEFORE,
		run: ({ gemmarkOnServer }) =>
			gemmarkOnServer(
				(response) => new Promise((resolve) => response.on('close', resolve)),
				...['run', '--suite', 'prefix', '--deadline', '0.2'],
			),
		says: [/^= prefix undecided 0\/15, 15 cut-deadline$/u, /--deadline/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'a server that sends an empty stream',
		before: BEFORE,
		run: ({ gemmarkOnServer }) =>
			gemmarkOnServer(
				async (response) => {
					response.writeHead(200, { 'content-type': 'text/event-stream' });
					response.end('data: [DONE]\n\n');
				},
				...['run', '--suite', 'prefix'],
			),
		says: [/^= prefix undecided 0\/15, 15 engine-failed$/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'a chat that was cut by the deadline',
		tested: true,
		before: 'an empty model bubble pushed as the final answer, no error',
		async run({ gemmark, read }) {
			const { command } = await gemmark(
				...RUN,
				'--limit',
				'1',
				'--context-size',
				'4096',
				'--deadline',
				'0.1',
				'--out',
				'x',
			);
			const transcripts = samplesOf(read('x/log.jsonl')).map(({ transcript }) => transcript);
			const lines = transcripts.map(
				({ error, messages = [] }) => `error: ${error}; messages: ${messages.map(({ role }) => role).join(', ')}`,
			);
			return { command, lines };
		},
		says: [/^error: .+; messages: user$/u],
	},
];

interface Reported {
	readonly transcript: { readonly error?: string; readonly messages?: readonly { readonly role: string }[] };
}

function samplesOf(log: string): readonly Reported[] {
	return log
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Reported & { readonly type: string })
		.filter(({ type }) => type === 'sample');
}
