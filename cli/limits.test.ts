import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANSWER_MS as HANDLER_MS, OWN_CODE_MS } from '../run/compose/compose-app.ts';
import { GRACE_MS as PAGE_GRACE_MS, IDLE_MS as PAGE_IDLE_MS } from '../runners/browser/page-completer.ts';
import { DEFAULT_LOAD_TIMEOUT_MS as PAGE_LOAD_MS } from '../runners/browser/page-session.ts';
import { MAX_GENERATION_CHARS } from '../runners/device/ask-app.ts';
import { GRACE_MS as APP_GRACE_MS } from '../runners/device/device-link.ts';
import { MAX_MESSAGE_BYTES as APP_MESSAGE_BYTES } from '../runners/device/exchange.ts';
import { DEFAULT_LOAD_TIMEOUT_MS } from '../runners/llama-cpp/engine-process.ts';
import { DEFAULT_GRACE_MS } from '../runners/llama-cpp/index.ts';
import { MAX_EVENT } from '../runners/openai/event-stream.ts';
import { BACK_OFF_MS, ERROR_BODY, MAX_STREAM_BYTES } from '../runners/openai/http.ts';
import { LOAD_MS } from '../runners/openai/index.ts';
import { PAGE_MS } from '../runners/openai/served/model.ts';
import { amount, shards, whole } from '../src/base/border.ts';
import { MAX_ANSWER_BYTES } from '../src/base/bounded-body.ts';
import { STALE_MS } from '../src/base/file-lock.ts';
import { MAX_PLAIN_JSON_CHARS } from '../src/base/json.ts';
import { packageRoot } from '../src/base/read-file.ts';
import { MAX_CAPTURE_BYTES } from '../src/capture/ingest.ts';
import { MAX_CALLS, MAX_TURNS } from '../src/chat/turn-loop.ts';
import { MAX_LINES_BYTES } from '../src/config/corpus/corpus-rows.ts';
import { MAX_COLUMNS } from '../src/config/corpus/csv-rows.ts';
import { MAX_DATA_BYTES, MAX_DEPTH } from '../src/config/data-text.ts';
import { MAX_CHARS, MAX_MESSAGE_CHARS } from '../src/corpus/corpus-text.ts';
import { TEMPLATE_MB, TEMPLATE_MS } from '../src/dialects/prompt/foreign-template.ts';
import {
	MAX_RANGE,
	MAX_TEMPLATE_CHARS,
	MAX_TEMPLATE_STEPS,
	MAX_TEMPLATE_VALUE,
} from '../src/dialects/prompt/guarded-template.ts';
import { MAX_CALL_LENGTH } from '../src/dialects/syntax/scanner.ts';
import { MAX_ARGUMENT_DEPTH } from '../src/dialects/syntax/tagged-arguments.ts';
import { MAX_NAME_BYTES } from '../src/download/cache.ts';
import { ALL_TRIES, MAX_UNSIZED_BYTES, MIN_PROGRESS_BYTES, RESERVE_BYTES, TRIES } from '../src/download/download.ts';
import { ANSWER_MS as LIST_MS } from '../src/download/hub.ts';
import { SILENCE_MS } from '../src/download/remote-file.ts';
import { MAX_FAILURES } from '../src/eval/evaluate/evaluate-plan.ts';
import { FILTER_MS, MAX_PLANNED } from '../src/eval/plan.ts';
import { LARGEST_NUMBER } from '../src/eval/score.ts';
import { scoreSample } from '../src/eval/scoring/score-sample.ts';
import { SETTINGS } from '../src/eval/settings/rows.ts';
import { MAX_ALIGNMENT, MAX_CONTEXT, MAX_ENTRIES } from '../src/gguf/header.ts';
import { MAX_TEXT_BYTES } from '../src/gguf/reader.ts';
import { MAX_LINT_STEPS } from '../src/lint/lint-prompt.ts';
import { MAX_LINE_DEPTH, MAX_LINE_LENGTH } from '../src/log/line.ts';
import { MAX_ANSWER_CHARS } from '../src/mcp/call.ts';
import { DEFAULT_TIMEOUT_MS as MCP_MS } from '../src/mcp/config.ts';
import { MAX_MESSAGE_BYTES } from '../src/mcp/process-transport.ts';
import { MAX_ARGUMENTS, MOST_TOKEN_CHARS, maxEvents } from '../src/model/generation.ts';
import { ANSWER_MS, CLOSE_MS, LOAD_MS as OWN_LOAD_MS } from '../src/model/user-runner.ts';
import { GRACE_MS as OWN_RUNNER_MS, IDLE_MS as SOLVER_IDLE_MS, STOPPING_MS } from '../src/model/watchdog.ts';
import { PATIENCE_MS } from '../src/queue/connection.ts';
import { ATTEMPTS } from '../src/queue/evaluate-over-queue.ts';
import { LOCK_MS, MAX_STALLED } from '../src/queue/run-worker.ts';
import { suiteDouble } from '../src/testing/doubles/suite-double.ts';
import { PATTERN_MS } from '../src/text/guarded-pattern.ts';
import { LEAST_CHARS } from '../src/text/secrets.ts';
import { INPUT_CHARS } from '../suites/frame/sample.ts';
import { LONG_LOG_BYTES, LONG_RUN } from './open.ts';
import { LEFT_OPEN_MS } from './process.ts';
import { SHORT_WAIT_MS } from './progress.ts';

const n = (value: number): string => value.toLocaleString('en');
const s = (ms: number): string => `${n(ms / 1000)} s`;
const mib = (bytes: number): string => `${n(bytes / 2 ** 20)} MiB`;
const gib = (bytes: number): string => `${n(bytes / 2 ** 30)} GiB`;
const kib = (bytes: number): string => `${n(bytes / 1024)} KiB`;
const mb = (bytes: number): string => `${n(bytes / 1e6)} MB`;
const minutes = (ms: number): string => `${ms / 60_000} minutes`;

/** What the code does, by what the table calls it: texts that stand in the row. */
const HELD: Readonly<Record<string, readonly string[]>> = {
	'line of a log': [`${MAX_LINE_LENGTH / 2 ** 20} Mi characters, ${n(MAX_LINE_DEPTH)} levels deep`],
	'token counts, bytes, times in a log': [`0 to ${exponent(amount.maxValue)}`],
	'samples, epochs and other counts in a log': [
		`0 to ${exponent(whole.maxValue)}; shards ${shards.minValue} to ${n(shards.maxValue ?? 0)}`,
	],
	'samples of one run (samples × variants × epochs)': [
		`${n(MAX_PLANNED)}; \`--epochs\` ${n(SETTINGS.epochs.chosen.maxValue ?? 0)}`,
	],
	'log to be read': [`from ${mb(LONG_LOG_BYTES)} on`, `from ${n(LONG_RUN)} samples on`],
	'processes that write one log': [`on another machine after ${s(STALE_MS)}`],
	'header of a GGUF': [
		`${n(MAX_ENTRIES)} values and tensors each`,
		`texts of ${mib(MAX_TEXT_BYTES)}`,
		`${n(MAX_CONTEXT)} tokens`,
		`an alignment of ${mib(MAX_ALIGNMENT)}`,
	],
	'chat template': [
		`${MAX_TEMPLATE_CHARS / 1024} Ki characters`,
		`${n(MAX_TEMPLATE_STEPS)} steps, values of ${MAX_TEMPLATE_VALUE / 2 ** 20} Mi parts, \`range\` of ${n(MAX_RANGE)}, ${TEMPLATE_MS / 1000} s and ${TEMPLATE_MB} MB of a separate process`,
		`${n(MAX_LINT_STEPS)} steps, and more for large tools`,
	],
	'loading (llama.cpp, browsers)': [minutes(DEFAULT_LOAD_TIMEOUT_MS), minutes(PAGE_LOAD_MS)],
	'llama.cpp silent after a deadline or abort': [s(DEFAULT_GRACE_MS)],
	'silence of an engine in a browser': [
		`${s(PAGE_GRACE_MS)} after a deadline or abort; ${s(PAGE_IDLE_MS)} between two pieces`,
	],
	"user's runner silent after a deadline or abort": [s(OWN_RUNNER_MS)],
	"`load()` of a user's runner without `onProgress`": [minutes(OWN_LOAD_MS)],
	"`confirm()`, `peakRssBytes()` of a user's runner": [s(ANSWER_MS)],
	"server, app on a device or user's runner that ignores `--max-tokens`": [
		`${maxEvents(1) - maxEvents(0)} events per token and ${maxEvents(0)}`,
	],
	"text of a user's runner": [`${n(MOST_TOKEN_CHARS)} characters per token of \`--max-tokens\``],
	'one user turn': [`${MAX_CALLS} executed calls, ${MAX_TURNS} generations`],
	call: [`${n(MAX_CALL_LENGTH)} characters`, `${MAX_ARGUMENT_DEPTH} levels`, `${n(MAX_ARGUMENTS)} characters`],
	'result of a tool': [`${n(MAX_PLAIN_JSON_CHARS)} characters of JSON`],
	"answer of an MCP server's tool": [
		`${s(MCP_MS)}, a message of ${mib(MAX_MESSAGE_BYTES)}, ${n(MAX_ANSWER_CHARS)} characters`,
	],
	"failure of a server, an app or a user's runner in one ask": [`${MAX_FAILURES} samples in a row`],
	'app on a device': [`${n(MAX_GENERATION_CHARS)} characters`, mib(APP_MESSAGE_BYTES), s(APP_GRACE_MS)],
	'answer, unpacked': [mib(MAX_ANSWER_BYTES), `${mib(MAX_STREAM_BYTES)}, ${mib(MAX_EVENT)} per event`],
	'text of an error': [kib(ERROR_BODY)],
	'headers of an answer': [kib(maxHeaderSize)],
	'silence of `/props`, `/v1/models` and other pages': [`${s(PAGE_MS)} each`],
	'loading the model of a chat server': [`${s(LOAD_MS)} in all`, `the wait is reported from ${s(SHORT_WAIT_MS)} on`],
	'attempts for 429, 5xx, no connection': [`${BACK_OFF_MS.length + 1}, within ${total(BACK_OFF_MS)}`],
	'bytes of a file': [`${gib(MAX_UNSIZED_BYTES)}, and ${gib(RESERVE_BYTES)} must stay free`],
	silence: [s(SILENCE_MS)],
	[`attempts that deliver less than ${kib(MIN_PROGRESS_BYTES)}`]: [
		`${TRIES} in a row; ${n(ALL_TRIES)} attempts in all`,
	],
	'processes that download one file': [`after ${s(STALE_MS)}`],
	'name of a cached file': [`${MAX_NAME_BYTES} bytes`],
	'list of a repository': [`${mib(MAX_ANSWER_BYTES)}, ${s(LIST_MS)}`],
	'Redis that is unreachable': [s(PATIENCE_MS)],
	'worker that dies': [s(LOCK_MS)],
	'workers that one sample may kill; failures of one sample': [`${MAX_STALLED}; ${ATTEMPTS}`],
	'samples of the only worker that fail in a row': [`${MAX_FAILURES}`],
	"invalid result, or one larger than a log's line": [`${ATTEMPTS} of one sample`],
	'capture (`ingest`)': [mib(MAX_CAPTURE_BYTES)],
	corpus: [
		`${mb(MAX_CHARS)}, CSV ${MAX_COLUMNS} columns; one YAML or JSON ${mb(MAX_DATA_BYTES)}, ${MAX_DEPTH} levels`,
		mb(MAX_LINES_BYTES),
	],
	"user's message; in a corpus of `frame`": [`${n(MAX_MESSAGE_CHARS)} characters; ${INPUT_CHARS}`],
	'pattern of a corpus or schema': [s(PATTERN_MS)],
	'`filter` over all samples of a run': [s(FILTER_MS)],
	'tools, system prompt, gate': [`${mb(MAX_DATA_BYTES)} each`],
	'computation of a scorer, `javascript` assertion, `groups()`, `open()`, `snapshot()` or tool handler': [
		s(OWN_CODE_MS),
	],
	'answer of a tool handler': [s(HANDLER_MS)],
	'solver in which no model generates': [`${s(SOLVER_IDLE_MS)}; ${s(STOPPING_MS)} if the run is to stop`],
	'`close()` of an app, `dispose()` of a runner of a config': [s(CLOSE_MS)],
	'timer, socket or server that is open at the end': [s(LEFT_OPEN_MS)],
	score: [`${n(longestDetail())} characters`, `${exponent(LARGEST_NUMBER)} from 0`],
	'keys, passwords and tokens of 6 characters and more, also as JSON, address or Base64': [
		`of ${LEAST_CHARS} characters and more`,
	],
};

const rows = readFileSync(join(packageRoot(), 'docs', 'limits.md'), 'utf8')
	.split('\n## ', 1)
	.join()
	.split('\n')
	.filter((line) => /^\| (?!\*\*|what )/u.test(line))
	.map((line) => ({ what: line.split(' | ')[0]?.slice(2) ?? '', line }));

describe('docs/limits.md', () => {
	it.each(Object.entries(HELD))('says what holds of: %s', (what, texts) => {
		const found = rows.filter((row) => row.what === what);
		expect(found).toHaveLength(1);
		for (const text of texts) expect(found[0]?.line).toContain(text);
	});

	it('has no number that this test does not hold against the code', () => {
		const free = rows.filter(({ what, line }) => /\d/u.test(line.slice(what.length)) && HELD[what] === undefined);
		// Exit codes and versions are no limits.
		const limits = free.filter(({ line }) =>
			/\d/u.test(line.replaceAll(/exit code \d+|`\\u[\da-f]{4}`|`\\ufffd`/gu, '')),
		);
		expect(limits.map(({ what }) => what)).toEqual([]);
	});
});

function exponent(value: number | null): string {
	return `1e${Math.log10(value ?? Number.NaN)}`;
}

/** Characters that are left of a long detail. */
function longestDetail(): number {
	const suite = suiteDouble(['a'], async () => ({ messages: [], facts: {} }));
	const said = { ...suite, scorers: [{ name: 'said', needs: 'own', score: sayMuch }] } as const;
	const scores = scoreSample(said, { id: 'a', input: '' }, { facts: {}, generations: [] }, { language: 'ko' });
	return String(scores.said?.detail ?? '').replaceAll(/[^x]/gu, '').length;
}

function sayMuch(): { readonly value: boolean; readonly detail: string } {
	return { value: true, detail: 'x'.repeat(100_000) };
}

/** Whole seconds of waits in all. */
function total(waits: readonly number[]): string {
	return `${Math.floor(waits.reduce((sum, ms) => sum + ms, 0) / 1000)} s`;
}
