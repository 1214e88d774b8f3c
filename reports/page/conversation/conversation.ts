import { isJsonObject, type JsonObject, type JsonValue, type LogSample, type ToolResult } from '../../../src/index.ts';
import { coreParts } from '../../locale/core/core-text.ts';
import type { Locale } from '../../locale/locale.ts';
import { isEnglish } from '../core-said.ts';
import type { Step } from '../embedded-page.ts';
import { reasonName } from '../reason-name.ts';
import { appLogSteps } from './app-log.ts';
import { earlierSteps } from './earlier-steps.ts';

/**
 * The conversation as the user would see it: the generations' own events, with results and app messages between them;
 * last what the app's log told.
 */
export function conversationSteps(sample: LogSample, locale: Locale): readonly Step[] {
	const { messages = toldWords(sample), generations, facts, error, failureDetail } = sample.transcript;
	const last = [...errorSteps(error, locale), ...errorSteps(failureDetail, locale), ...appLogSteps(facts, locale)];
	if (generations.length === 0) return [...messages.map((message) => messageStep(message, locale)), ...last];
	const results = new Map<string, ToolResult>();
	for (const message of messages) if (message.role === 'tool-call') results.set(message.call.id, message.result);
	const kept = new Set(
		sample.transcript.messages?.flatMap((message) => (message.role === 'model' ? [message.text.trim()] : [])),
	);
	const earlier = earlierSteps(sample.sample, callText);
	const asked = messages.flatMap((message) => (message.role === 'user' ? [messageStep(message, locale)] : []));
	const steps: Step[] = [...earlier.before, ...asked, ...earlier.behind];
	const reflections = messages.flatMap((message) =>
		message.role === 'reflection' ? [messageStep(message, locale)] : [],
	);
	const keepsTold = sample.transcript.messages !== undefined;
	let startMs = 0;
	generations.forEach((generation, index) => {
		const timings = sample.timings.generations[index];
		for (const step of generationSteps(generation.events, timings?.eventAtMs ?? [], startMs, locale)) {
			if ('id' in step) steps.push(withResult(step, results.get(step.id), locale));
			else if (step.who === 'model' && keepsTold && !kept.has(step.text.trim())) steps.push({ ...step, dropped: true });
			else steps.push(step);
		}
		const failed = reflections.shift();
		if (failed !== undefined) steps.push(failed);
		startMs += timings?.totalMs ?? 0;
	});
	for (const message of messages) if (message.role === 'system') steps.push(messageStep(message, locale));
	return [...steps, ...last];
}

/** Of a captured run it is not told what the app kept, only what the user said. */
function toldWords({ sample }: LogSample): Messages {
	return typeof sample.input === 'string' ? [{ role: 'user', text: sample.input }] : [];
}

type Messages = NonNullable<LogSample['transcript']['messages']>;
type Events = LogSample['transcript']['generations'][number]['events'];
type OpenStep = Step & { readonly id?: string };
type CallStep = Step & { readonly who: 'call'; readonly id: string };

/** Adjacent chunks of text are one bubble, at the time of the first. Blank text is nothing the user sees. */
function generationSteps(
	events: Events,
	atMs: readonly number[],
	startMs: number,
	locale: Locale,
): readonly (CallStep | Step)[] {
	const steps: (OpenStep & { text: string })[] = [];
	events.forEach((event, index) => {
		const ms = atMs[index];
		const at = ms === undefined ? {} : { atMs: startMs + ms };
		const last = steps.at(-1);
		switch (event.type) {
			case 'text':
			case 'thinking': {
				const who = event.type === 'text' ? 'model' : 'thinking';
				if (last?.who === who) last.text += event.text;
				else steps.push({ who, text: event.text, ...at });
				break;
			}
			case 'call':
				steps.push({
					who: 'call',
					text: callText(event.call.name, event.call.arguments),
					id: event.call.id,
					...at,
				});
				break;
			case 'malformed':
				steps.push({ who: 'malformed', text: `${reasonName(event.reason, locale)}: ${event.raw}`, ...at });
		}
	});
	return steps.filter((step) => step.who === 'call' || step.text.trim() !== '') as readonly (CallStep | Step)[];
}

function withResult({ id: _, ...step }: CallStep, result: ToolResult | undefined, { detail }: Locale): Step {
	if (result === undefined) return step;
	switch (result.type) {
		case 'ok':
			return { ...step, outcome: 'ok', result: indented(result.data) };
		case 'error':
			return { ...step, outcome: 'error', result: `${result.code} (${result.kind}): ${result.reason}` };
		case 'cancelled':
			return { ...step, outcome: 'cancelled', result: detail.cancelled };
	}
}

function messageStep(message: Messages[number], locale: Locale): Step {
	switch (message.role) {
		case 'tool-call': {
			const { name, arguments: args, id } = message.call;
			return withResult({ who: 'call', text: callText(name, args), id }, message.result, locale);
		}
		case 'malformed-call':
			return { who: 'malformed', text: `${reasonName(message.reason, locale)}: ${message.raw}` };
		default:
			return { who: message.role, text: message.text };
	}
}

function errorSteps(error: string | undefined, { lang }: Locale): readonly Step[] {
	if (error === undefined) return [];
	const parts = coreParts(error, lang);
	const text = parts.map((part) => part.text).join('');
	return [
		{
			who: 'error',
			text,
			...(isEnglish(
				text,
				parts.some(({ foreign }) => foreign),
			) && { lang: 'en' }),
		},
	];
}

/** The call as a developer would write it: one line where it fits, else an argument a line. */
function callText(name: string, args: JsonObject): string {
	const fields = Object.entries(args).map(([key, value]) => `${key}: ${compact(value)}`);
	const line = `${name}(${fields.join(', ')})`;
	return line.length <= LINE ? line : `${name}(\n${fields.map((field) => `  ${field}`).join(',\n')}\n)`;
}

/** JSON in as few lines as can be read. */
function indented(value: JsonValue): string {
	if (typeof value === 'string') return value;
	const line = compact(value);
	if (line.length <= LINE || typeof value !== 'object' || value === null) return line;
	if (isJsonObject(value)) {
		const fields = Object.entries(value).map(([key, field]) => `  ${JSON.stringify(key)}: ${compact(field)}`);
		return `{\n${fields.join(',\n')}\n}`;
	}
	return `[\n${value.map((item) => `  ${compact(item)}`).join(',\n')}\n]`;
}

function compact(value: JsonValue): string {
	return Array.isArray(value) || isJsonObject(value)
		? JSON.stringify(value, undefined, 1).replace(/\n\s*/gu, ' ')
		: JSON.stringify(value);
}

/** Characters that one line of a tool card holds. */
const LINE = 64;
