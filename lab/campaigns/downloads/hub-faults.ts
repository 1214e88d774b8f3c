import { type HubAnswer, linked, serve } from '../../../src/testing/doubles/hub-double.ts';
import type { Chance } from '../trial/chance.ts';

/** A server of one model, and what it does. */
export interface HubFault {
	readonly name: string;
	/** How the model is named. */
	reference(origin: string): string;
	answer(ground: HubGround): HubAnswer;
	/** The states of the file, each of which may be had whole. */
	gives(bytes: Buffer): readonly Buffer[];
	/** No file may be had; `perhaps`: a whole one or none. */
	readonly refused?: boolean | 'perhaps';
	/** What arrived is kept for another try. */
	readonly keepsPart?: boolean;
	/** Downloads at most, of both processes (default: 1). */
	readonly requests?: number;
}

interface HubGround {
	readonly bytes: Buffer;
	readonly round: Chance;
	/** Another server, which must not see the token. */
	readonly elsewhere: string;
}

const HUB = { reference: (): string => 'hf:some/model/model.gguf', gives: (bytes: Buffer) => [bytes] };
const FILE = 'some/model/model.gguf';

export const HUB_FAULTS: readonly [HubFault, ...HubFault[]] = [
	{ ...HUB, name: 'none', answer: ({ bytes }) => serve({ [FILE]: bytes }) },
	{
		...HUB,
		name: 'cut in the middle',
		requests: 12,
		answer: ({ bytes, round }) => cuttingEvery(bytes, round.whole(1, 4)),
	},
	{
		...HUB,
		name: 'changed between two parts',
		refused: 'perhaps',
		requests: 12,
		gives: (bytes) => [bytes, changed(bytes)],
		answer({ bytes, round }) {
			const [first, then] = [cuttingEvery(bytes, 1, round.whole(70_000, 200_000)), serve({ [FILE]: changed(bytes) })];
			let gets = 0;
			return (request, response) => {
				if (request.method === 'GET' && !request.url?.startsWith('/api/')) gets += 1;
				(gets > 1 ? then : first)(request, response);
			};
		},
	},
	{
		...HUB,
		name: 'a body without end',
		refused: true,
		requests: 2,
		answer:
			({ bytes }) =>
			(request, response) => {
				response.writeHead(200, linked(bytes));
				if (request.method === 'HEAD') return void response.end();
				const more = (): void => {
					while (!response.destroyed) if (!response.write(bytes)) return void response.once('drain', more);
				};
				more();
			},
	},
	{
		...HUB,
		name: 'other bytes than announced',
		refused: true,
		requests: 2,
		answer: ({ bytes }) => serve({ [FILE]: changed(bytes) }, linked(bytes)),
	},
	{
		name: 'a name of 400 bytes',
		reference: (origin) => `${origin}/${'가'.repeat(140)}.gguf`,
		gives: (bytes) => [bytes],
		answer: ({ bytes }) => serve({ [`${'가'.repeat(140)}.gguf`]: bytes }),
	},
	{
		...HUB,
		name: 'a redirect away with the token',
		refused: true,
		requests: 2,
		answer:
			({ elsewhere }) =>
			(_request, response) => {
				response.writeHead(302, { location: `${elsewhere}/model.gguf` }).end();
			},
	},
	{
		...HUB,
		name: 'no model but a page',
		refused: true,
		requests: 2,
		answer: () => serve({ [FILE]: Buffer.from('<!doctype html><h1>Sign in</h1>') }),
	},
	{ ...HUB, name: 'gone', refused: true, answer: () => serve({}) },
	{
		...HUB,
		name: 'cut always',
		refused: true,
		keepsPart: true,
		requests: 24,
		answer: ({ bytes }) => cuttingEvery(bytes, Number.POSITIVE_INFINITY, 1000),
	},
];

/** Breaks off so many times after so many bytes. */
function cuttingEvery(bytes: Buffer, times: number, after = 70_000): HubAnswer {
	const whole = serve({ [FILE]: bytes });
	let left = times;
	return (request, response) => {
		if (request.method !== 'GET' || request.url?.startsWith('/api/') === true || left <= 0)
			return whole(request, response);
		left -= 1;
		const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
		response.writeHead(from === 0 ? 200 : 206, {
			'content-length': bytes.length - from,
			...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
		});
		response.write(bytes.subarray(from, from + after), () => response.destroy());
	};
}

function changed(bytes: Buffer): Buffer {
	const other = Buffer.from(bytes);
	other.writeFloatLE(7, other.length - 8);
	return other;
}
