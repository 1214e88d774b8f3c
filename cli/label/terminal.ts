import { once } from 'node:events';
import { emitKeypressEvents } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { type Locale, localeOf } from '../../reports/messages/catalogue.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { drawingOn } from '../terminal.ts';
import { type Asking, nameOf } from './questions.ts';

type Answer = boolean | 'skip' | 'quit';

export type TerminalInput = NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** Each answered by a key. */
export async function askInTerminal(
	{ who, lang, questions }: Asking,
	input: TerminalInput,
	interrupted: AbortSignal,
): Promise<void> {
	if (input.isTTY !== true) {
		throw new UsageError(message('usage.label-without-terminal'));
	}
	const { label: words } = localeOf(lang);
	const closed = new AbortController();
	const signal = AbortSignal.any([interrupted, closed.signal]);
	input.once('end', () => closed.abort());
	try {
		const asking = questions(nameOf({ who: who ?? (await nameIn(input, words, signal)) }));
		try {
			await askAll(asking, words, () => answerIn(input, signal));
		} finally {
			await asking.return([]);
			input.setRawMode?.(false);
			input.pause();
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}

async function askAll(
	asking: ReturnType<Asking['questions']>,
	words: Locale['label'],
	answer: () => Promise<Answer>,
): Promise<void> {
	let step = await asking.next();
	for (;;) {
		const lines = step.done === true ? step.value : step.value.stands;
		for (const line of lines) process.stdout.write(`  ${line}\n`);
		if (step.done === true) return;
		const { item, left } = step.value;
		process.stdout.write(`\n${words.left(left)}  ${singleLine(item.input)}\n`);
		process.stdout.write(`  ${words.said}: ${singleLine(item.prefix)}\n  ${words.question}: `);
		const given = await answer();
		if (given === 'quit') return;
		step = await asking.next(given === 'skip' ? undefined : given);
	}
}

async function nameIn(input: TerminalInput, words: Locale['label'], signal: AbortSignal): Promise<string> {
	const terminal = createInterface({ input, output: drawingOn(process.stdout) });
	terminal.on('SIGINT', () => process.emit('SIGINT'));
	try {
		return await terminal.question(`${words.name}: `, { signal });
	} finally {
		terminal.close();
	}
}

/** The next key that answers, echoed. In a terminal Ctrl-C and Ctrl-D are keys. */
async function answerIn(input: TerminalInput, signal: AbortSignal): Promise<Answer> {
	emitKeypressEvents(input);
	input.setRawMode?.(true);
	input.resume();
	for (;;) {
		const [text = '', { ctrl, name }] = await once(input, 'keypress', { signal });
		if (ctrl && name === 'c') process.emit('SIGINT');
		const answer = ctrl && name === 'd' ? 'quit' : ANSWERS.get(text.toLowerCase());
		if (answer === undefined) continue;
		process.stdout.write(`${ctrl ? '' : text}\n`);
		return answer;
	}
}

// The same keys on a Korean keyboard, and O and X of a Korean form.
const KEYS: Readonly<Record<string, Answer>> = { yㅛoㅐ: true, nㅜxㅌ: false, sㄴ: 'skip', qㅂ: 'quit' };
const ANSWERS: ReadonlyMap<string, Answer> = new Map(
	Object.entries(KEYS).flatMap(([keys, answer]) => Array.from(keys, (key) => [key, answer] as const)),
);
