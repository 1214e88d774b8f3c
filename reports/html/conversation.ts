import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import type { Said } from '../../src/base/message.ts';
import { declinedCalls } from '../../src/eval/turn.ts';
import type { LogSample } from '../../src/log/record.ts';
import type { ToolResult } from '../../src/tool/tool.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { Step } from './embedded-page.ts';
import { clipped, html, type Markup, said } from './markup.ts';
import { reasonName } from './words.ts';

/** The conversation as the user sees it: events of the generations with results and app messages, then the app's log. */
export function conversationSteps(sample: LogSample, locale: Locale): readonly Step[] {
	const { messages = userWords(sample), generations, facts, error, failureDetail } = sample.transcript;
	const declined = new Set(declinedCalls({ messages, error }).map(({ call }) => call.id));
	const last = [...errorSteps(error, locale), ...errorSteps(failureDetail, locale), ...appLogSteps(facts, locale)];
	if (generations.length === 0) return [...messages.map((message) => messageStep(message, declined, locale)), ...last];
	const results = new Map<string, ToolResult>();
	for (const message of messages) if (message.role === 'tool-call') results.set(message.call.id, message.result);
	const kept = new Set(
		sample.transcript.messages?.flatMap((message) => (message.role === 'model' ? [message.text.trim()] : [])),
	);
	const stepsOf = (role: Messages[number]['role']): readonly Step[] =>
		messages.filter((message) => message.role === role).map((message) => messageStep(message, declined, locale));
	const { history, called } = sample.sample;
	const steps: Step[] = [...objectsIn(history).flatMap(historySteps), ...stepsOf('user'), ...calledSteps(called)];
	const reflections = [...stepsOf('reflection')];
	const isKeptKnown = sample.transcript.messages !== undefined;
	let startMs = 0;
	generations.forEach((generation, index) => {
		const timings = sample.timings.generations[index];
		for (const step of generationSteps(generation.events, timings?.eventAtMs ?? [], startMs, locale)) {
			if ('id' in step) steps.push(withResult(step, results.get(step.id), declined, locale));
			else if (step.who === 'model' && isKeptKnown && !kept.has(step.text.trim()))
				steps.push({ ...step, dropped: true });
			else steps.push(step);
		}
		const failed = reflections.shift();
		if (failed !== undefined) steps.push(failed);
		startMs += timings?.totalMs ?? 0;
	});
	return [...steps, ...stepsOf('system'), ...last];
}

/** For captured runs, whose kept messages are unknown. */
function userWords({ sample }: LogSample): Messages {
	return typeof sample.input === 'string' ? [{ role: 'user', text: sample.input }] : [];
}

type Messages = NonNullable<LogSample['transcript']['messages']>;
type Events = LogSample['transcript']['generations'][number]['events'];
type OpenStep = Step & { readonly id?: string };
type CallStep = Step & { readonly who: 'call'; readonly id: string };

/** Adjacent chunks of text are one step, at the time of the first; blank ones are dropped. */
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

function withResult(
	{ id, ...step }: CallStep,
	result: ToolResult | undefined,
	declined: ReadonlySet<string>,
	{ detail }: Locale,
): Step {
	if (result === undefined) return step;
	switch (result.type) {
		case 'ok':
			return { ...step, outcome: 'ok', result: indented(result.data) };
		case 'error':
			return { ...step, outcome: 'error', result: `${result.code} (${result.kind}): ${result.reason}` };
		case 'cancelled':
			return { ...step, outcome: 'cancelled', result: declined.has(id) ? detail.declined : detail.cancelled };
	}
}

function messageStep(message: Messages[number], declined: ReadonlySet<string>, locale: Locale): Step {
	switch (message.role) {
		case 'tool-call': {
			const { name, arguments: args, id } = message.call;
			return withResult({ who: 'call', text: callText(name, args), id }, message.result, declined, locale);
		}
		case 'malformed-call':
			return { who: 'malformed', text: `${reasonName(message.reason, locale)}: ${message.raw}` };
		default:
			return { who: message.role, text: message.text };
	}
}

function errorSteps(error: Said | undefined, { say }: Locale): readonly Step[] {
	return error === undefined ? [] : [{ who: 'error', text: say(error) }];
}

/** A call as in code: one line if it fits, else an argument per line. */
export function callText(name: string, args: JsonObject): string {
	const fields = Object.entries(args).map(([key, value]) => `${key}: ${compact(value)}`);
	const line = `${name}(${fields.join(', ')})`;
	return line.length <= LINE ? line : `${name}(\n${fields.map((field) => `  ${field}`).join(',\n')}\n)`;
}

/** JSON on one line if it fits, else a line per field or item. */
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

/** Characters per line of a tool card. */
const LINE = 64;

/** The app's log of a sample, a line per entry. */
function appLogSteps(facts: JsonObject, { logEvents }: Locale): readonly Step[] {
	const entries = [facts.dispatch, facts.suggestion].flatMap((list) => (Array.isArray(list) ? list : []));
	const lines = entries.filter(isJsonObject).flatMap((entry) => entryLines(entry, logEvents));
	return lines.length === 0 ? [] : [{ who: 'log', text: lines.join('\n') }];
}

/** Such as `unknown tool: forget`; stack frames follow. */
function entryLines(
	{ event, level: _, stack, ...fields }: JsonObject,
	words: Readonly<Record<string, string>>,
): readonly string[] {
	if (typeof event !== 'string') return [];
	const word = Object.hasOwn(words, event) ? words[event] : event;
	const details = Object.values(fields).map(valueText).join(' · ');
	const frames = Array.isArray(stack) ? stack.map((frame) => `  ${valueText(frame)}`) : [];
	return [details === '' ? `${word}` : `${word}: ${details}`, ...frames];
}

function valueText(value: JsonValue): string {
	if (Array.isArray(value)) return value.map(valueText).join(', ');
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Calls that a dialog's sample begins after, with their responses. */
function calledSteps(called: JsonValue | undefined): readonly Step[] {
	return objectsIn(called).map(({ tool, arguments: args, response }) => ({
		who: 'call',
		text: callText(String(tool), isJsonObject(args) ? args : {}),
		...(response !== undefined && { outcome: 'ok', result: JSON.stringify(response) }),
	}));
}

/** A message before the sample of a dialog. */
function historySteps({ role, content, tool_calls: calls }: JsonObject): readonly Step[] {
	const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
	if (role === 'user') return [{ who: 'user', text }];
	if (role === 'tool') return [{ who: 'system', text }];
	if (role !== 'assistant') return [];
	const made = objectsIn(objectsIn(calls).map(({ function: call = null }) => call));
	return [
		...(text.trim() === '' ? [] : [{ who: 'model', text } as const]),
		...made.map(({ name, arguments: args }) => {
			return { who: 'call', text: callText(String(name), isJsonObject(args) ? args : {}) } as const;
		}),
	];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
}

/** A conversation without times, for pages without scripts; `most` characters per step. */
export function plainSteps(sample: LogSample, most: number, locale: Locale): Markup {
	const { detail } = locale;
	return html`<dl class="plainsteps">${conversationSteps(sample, locale).map(
		({ who, text, lang, result }) =>
			html`<dt>${detail.who[who]}</dt><dd>${said('span', clipped(text, most, detail.long), '', lang)}${
				result !== undefined && html` → ${said('span', clipped(result, most, detail.long))}`
			}</dd>`,
	)}</dl>`;
}
