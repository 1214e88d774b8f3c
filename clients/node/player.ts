import { existsSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLastPart } from '../../runners/device/exchange.ts';
import type { Ask, FromApp, Hello, OpenMessage, ToApp, Welcome } from '../../runners/device/protocol.ts';

/** What a player needs of an app: the client's core, with a file in place of the connection. */
export interface PlayedApp {
	hello(session: string | undefined): Hello;
	state(): Promise<FromApp | undefined>;
	open?(opened: OpenMessage): void;
	/** Answers an ask, its last part included. */
	answer(asked: Ask, send: (part: FromApp) => void): Promise<void>;
}

interface PlayOptions {
	readonly plan: string;
	readonly answers: string;
	/** For tests: this process dies in the ask of this number. */
	readonly killAt?: number;
	/** Receives lines for the operator. */
	readonly say: (line: string) => void;
}

type Line =
	| { readonly from: 'app'; readonly message: Hello | FromApp }
	| { readonly from: 'gemmark'; readonly message: ToApp };

/** A sample of a plan: what opens it, and its asks. */
interface PlannedSample {
	readonly key: string;
	readonly messages: (OpenMessage | Ask)[];
}

/** Plays a plan line by line, and writes down what was said. What an earlier process has finished is skipped. */
export async function playPlan(app: PlayedApp, { plan, answers, killAt, say }: PlayOptions): Promise<void> {
	const [welcome, ...lines] = readFileSync(plan, 'utf8')
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as Line).message);
	if (welcome?.type !== 'welcome' || welcome.plan === undefined) throw new Error(`${plan} is not a plan`);
	const { session, stateEveryMs } = welcome;
	const before = finished(answers, session);
	const samples = samplesOf(lines as readonly ToApp[]);
	const file = new AnswersFile(answers);
	file.write('app', app.hello(before.isBegun ? session : undefined));
	file.write('gemmark', welcome);
	const tellState = async (): Promise<void> => {
		const state = await app.state();
		if (state !== undefined) file.write('app', state);
	};
	await tellState();
	const states = setInterval(() => void tellState(), stateEveryMs);
	try {
		const play = async ({ messages }: PlannedSample): Promise<void> => {
			for (const message of messages) {
				file.write('gemmark', message);
				if (message.type === 'open') app.open?.(message);
				else if (!(await isAnswered(app, message, file, killAt))) break;
			}
		};
		const beganAt = performance.now();
		let isFirst = true;
		for (const sample of samples) {
			if (isDone(sample, before, welcome)) continue;
			if (!isFirst) await coolDown(welcome);
			isFirst = false;
			await play(sample);
		}
		// A process that goes on after another adds no further rounds.
		const sustainMs = before.isBegun ? 0 : (welcome.plan.sustainS ?? 0) * 1000;
		while (performance.now() - beganAt < sustainMs) for (const sample of samples) await play(sample);
		file.write('gemmark', { type: 'close' });
	} finally {
		clearInterval(states);
	}
	say(`done, ${samples.length} of ${samples.length}: send ${answers}`);
}

/** Whether the sample goes on: a turn with an error ends it. */
async function isAnswered(app: PlayedApp, asked: Ask, file: AnswersFile, killAt: number | undefined): Promise<boolean> {
	let goesOn = true;
	await app.answer(asked, (part) => {
		if (part.type === 'error' || (part.type === 'end' && part.error !== undefined)) goesOn = false;
		if (killAt === asked.ask) file.tear(part);
		file.write('app', part);
	});
	return goesOn;
}

/** Each line is written at once, in one call: what was written survives a kill. */
class AnswersFile {
	readonly #file: number;

	constructor(path: string) {
		const isTorn = existsSync(path) && !/(?:^|\n)$/u.test(readFileSync(path, 'utf8'));
		this.#file = openSync(path, 'a');
		if (isTorn) writeSync(this.#file, '\n');
	}

	write(from: Line['from'], message: Line['message']): void {
		writeSync(this.#file, `${lineOf(from, message)}\n`);
	}

	/** Dies while it writes. */
	tear(message: FromApp): void {
		const line = lineOf('app', message);
		writeSync(this.#file, line.slice(0, line.length / 2));
		process.kill(process.pid, 'SIGKILL');
	}
}

function lineOf(from: Line['from'], message: Line['message']): string {
	const at = Math.round(performance.now() * 1000) / 1000;
	const time = message.type === 'hello' ? new Date().toISOString() : undefined;
	return JSON.stringify({ from, at, time, message });
}

function samplesOf(messages: readonly ToApp[]): readonly PlannedSample[] {
	const samples: PlannedSample[] = [];
	for (const message of messages) {
		if (message.type !== 'open' && message.type !== 'ask') continue;
		const key = 'sample' in message ? message.sample : undefined;
		if (key !== undefined && key !== samples.at(-1)?.key) samples.push({ key, messages: [] });
		samples.at(-1)?.messages.push(message);
	}
	return samples;
}

/** What earlier processes have left: of each ask how often it was begun without an end, and whether it has one. */
interface Finished {
	readonly isBegun: boolean;
	readonly begun: ReadonlyMap<number, number>;
	readonly ended: ReadonlyMap<number, FromApp>;
}

/** A file of another plan is put aside, never mixed in. */
function finished(path: string, session: string): Finished {
	const begun = new Map<number, number>();
	const ended = new Map<number, FromApp>();
	if (!existsSync(path)) return { isBegun: false, begun, ended };
	const lines = readFileSync(path, 'utf8').split('\n').flatMap(parsedLine);
	const other = lines.find(({ message }) => message.type === 'welcome' && message.session !== session);
	if (other !== undefined) {
		renameSync(path, `${path}.${(other.message as Welcome).session.slice(0, 12)}`);
		return { isBegun: false, begun, ended };
	}
	let open: number | undefined;
	let last: Hello | undefined;
	for (const { message } of lines) {
		if (message.type === 'ask') {
			open = message.ask;
			begun.set(open, (begun.get(open) ?? 0) + 1);
		} else if (message.type === 'hello') {
			const { exit } = message;
			// A person or an update ended the process: the try does not count.
			const isOutside = exit?.process === last?.process && (exit?.reason === 'user' || exit?.reason === 'update');
			if (open !== undefined && isOutside) begun.set(open, (begun.get(open) ?? 1) - 1);
			[open, last] = [undefined, message];
		} else if ('n' in message || message.type === 'error') {
			if (!isLastPart(message) || message.ask === undefined) continue;
			ended.set(message.ask, message);
			open = undefined;
		}
	}
	return { isBegun: lines.length > 0, begun, ended };
}

function parsedLine(line: string): readonly Line[] {
	try {
		return [JSON.parse(line) as Line];
	} catch {
		return [];
	}
}

/** Whether a sample has all its ends, or one with an error, or was begun as often as the plan allows. */
function isDone({ messages }: PlannedSample, { begun, ended }: Finished, { plan }: Welcome): boolean {
	const asks = messages.flatMap((message) => (message.type === 'ask' ? [message.ask] : []));
	const ends = asks.map((ask) => ended.get(ask));
	const isFailed = ends.some((end) => end?.type === 'error' || (end?.type === 'end' && end.error !== undefined));
	const tries = Math.max(...asks.map((ask) => begun.get(ask) ?? 0));
	return isFailed || !ends.includes(undefined) || tries >= (plan?.tries ?? 1);
}

/** Without a thermal status there is nothing to wait for. */
async function coolDown({ plan }: Welcome): Promise<void> {
	if (plan?.coolDown?.endsWith('s')) await sleep(Number.parseFloat(plan.coolDown) * 1000);
}
