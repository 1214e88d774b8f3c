import {
	endToEnd,
	type Log,
	type LogSample,
	MINIATURE_NOTICE,
	type MissingSample,
	mainScore,
	missingSamples,
	sampleThoughtTokens,
	turnOf,
	turnWaiting,
	userTurns,
} from '../../src/index.ts';
import { fateColumns } from './fate-columns.ts';
import { prefixColumns } from './prefix-columns.ts';
import { groupColumns, scoreColumns } from './score-columns.ts';
import { type Column, type FixedColumn, tableCsv } from './table-csv.ts';

/** One row per sample of all suites; a planned sample without a line has a row too, unscored as `missing`. */
export function renderCsv(log: Log): string {
	const missing = missingSamples(log).map((one) => ({ asked: missingSample(log, one) }));
	return tableCsv(columns(log), [...log.samples.map((sample) => ({ asked: sample, sample })), ...missing]);
}

/** What every row tells, and what only a sample that was evaluated does. */
interface Row {
	readonly asked: Pick<LogSample, 'suite' | 'sampleId' | 'arm' | 'epoch' | 'sample' | 'scores'>;
	readonly sample?: LogSample | undefined;
}

function missingSample({ header }: Log, { input, ...identity }: MissingSample): Row['asked'] {
	const suite = header.suites.find(({ name }) => name === identity.suite);
	const main = suite && mainScore(suite);
	const sample = input === undefined ? {} : { input };
	return { ...identity, sample, scores: main === undefined ? {} : { [main]: { unscored: 'missing' } } };
}

function columns(log: Log): readonly (Column<Row> | FixedColumn)[] {
	const { header } = log;
	const { model, engine } = header;
	const prefix = prefixColumns(log);
	const suites = new Map(header.suites.map((suite) => [suite.name, suite]));
	return [
		['run', header.startedAt],
		['gemmark', header.gemmark],
		['model', model.name],
		['quantization', model.quantization],
		['model_bytes', model.sizeBytes],
		['model_sha256', model.sha256],
		['notice', model.miniature ? MINIATURE_NOTICE.en : undefined],
		['warnings', header.warnings?.join(' | ')],
		['runner', engine.runner],
		['engine_version', engine.version],
		['backend', engine.backend],
		// An app that runs its own loop was asked for it; whether it did is not known.
		['temperature', header.engine.api === 'app' ? undefined : header.settings.temperature],
		['suite', ({ asked }) => asked.suite],
		['suite_version', ({ asked }) => suites.get(asked.suite)?.version],
		['corpus_version', ({ asked }) => suites.get(asked.suite)?.corpus.version],
		['sample', ({ asked }) => asked.sampleId],
		['arm', ({ asked }) => asked.arm],
		['epoch', ({ asked }) => asked.epoch],
		...evaluated([['seed', ({ seed }) => seed], ...groupColumns(log)]),
		['input', ({ asked: { sample } }) => (typeof sample.input === 'string' ? sample.input : undefined)],
		...evaluated([
			...prefix.said,
			['calls', ({ transcript }) => callNames(transcript)],
			['first_call_arguments', ({ transcript }) => firstArguments(transcript)],
			['answer', ({ transcript }) => answer(transcript.messages)],
		]),
		...scoreColumns(log).map(([name, cell]): Column<Row> => [name, ({ asked }) => cell(asked)]),
		...evaluated([
			...prefix.fates,
			...fateColumns(log),
			['error', ({ transcript }) => transcript.failureDetail ?? transcript.error],
			['finish', ({ transcript }) => transcript.generations.map(({ finish }) => finish.unified).join(' ')],
			['prompt_tokens', ({ transcript }) => transcript.generations[0]?.usage.promptTokens],
			['cached_prompt_tokens', ({ timings }) => timings.generations[0]?.cachedPromptTokens],
			['output_tokens', ({ transcript }) => sum(transcript.generations.map(({ usage }) => usage.outputTokens))],
			['thought_tokens', sampleThoughtTokens],
			['cold', ({ timings }) => (timings.cold ? 'yes' : 'no')],
			['time_to_first_token_ms', (sample) => ms(turnWaiting(sample).timeToFirstTokenMs)],
			['time_to_first_call_token_ms', (sample) => ms(turnWaiting(sample).timeToFirstCallTokenMs)],
			['time_to_call_ms', (sample) => ms(turnWaiting(sample).timeToCallMs)],
			['end_to_end_ms', (sample) => ms(endToEnd(sample))],
			['user_turns', ({ timings }) => userTurns(timings).length],
			['clock', ({ timings }) => timings.generations[0]?.source],
		]),
	];
}

/** Columns that are empty where nothing was evaluated. */
function evaluated(own: readonly Column<LogSample>[]): readonly Column<Row>[] {
	return own.map(([name, cell]) => [name, ({ sample }) => sample && cell(sample)]);
}

type Transcript = LogSample['transcript'];

function callNames(transcript: Transcript): string {
	return turnOf(transcript)
		.calls.map((call) => call.name)
		.join(' ');
}

function firstArguments(transcript: Transcript): string | undefined {
	const [call] = turnOf(transcript).calls;
	return call && JSON.stringify(call.arguments);
}

function answer(messages: Transcript['messages']): string | undefined {
	const last = messages?.at(-1);
	return last?.role === 'model' ? last.text : undefined;
}

/** Hundredths, as the log's own clocks have them. */
function ms(measured: number | undefined): number | undefined {
	return measured === undefined ? undefined : Math.round(measured * 100) / 100;
}

function sum(counts: readonly (number | undefined)[]): number | undefined {
	const known = counts.filter((count) => count !== undefined);
	return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0);
}
