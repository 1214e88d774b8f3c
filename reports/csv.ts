import { stringify } from 'csv-stringify/sync';
import { english, englishOf } from '../src/base/message.ts';
import { type EvaluatedSuite, mainScore } from '../src/eval/header.ts';
import type { MissingSample } from '../src/eval/missing.ts';
import { scoreNamed } from '../src/eval/sample.ts';
import type { Score } from '../src/eval/score.ts';
import { turnOf, turnWaiting, userTurns } from '../src/eval/turn.ts';
import { ENGINE_READERS, type FateMatrix } from '../src/fates/play.ts';
import type { Log, LogSample } from '../src/log/record.ts';
import { MINIATURE_NOTICE } from '../src/model/miniature-notice.ts';
import { callError, callUnits } from '../src/summary/calls.ts';
import { playedGenerations, turnOutcome } from '../src/summary/fates/fates.ts';
import { type FlutterGemmaFate, flutterGemmaModelType, flutterGemmaView } from '../src/summary/fates/flutter-gemma.ts';
import { sampleThoughtTokens } from '../src/summary/format.ts';
import { expectedCalls } from '../src/summary/state/calls.ts';
import { checksOf, isRight } from '../src/summary/state/right.ts';
import { endToEnd } from '../src/summary/turn-times.ts';
import { spreadsheetText } from '../src/text/text.ts';
import type { ReportedRun } from './reported-run.ts';

/** A row per sample of all suites; a planned sample without a log line is unscored as `missing`. */
export function renderCsv(run: ReportedRun): string {
	return Array.from(csvParts(run)).join('');
}

export function csvParts({ log, summary }: ReportedRun): Iterable<string> {
	const missing = summary.samples.missing.map((one) => ({ planned: missingSample(log, one) }));
	return tableParts(columns(log, summary.fates.matrix), [
		...log.samples.map((sample) => ({ planned: sample, sample })),
		...missing,
	]);
}

interface Row {
	readonly planned: Pick<LogSample, 'suite' | 'sampleId' | 'variant' | 'epoch' | 'sample' | 'scores'>;
	readonly sample?: LogSample;
}

function missingSample({ header }: Log, { input, ...identity }: MissingSample): Row['planned'] {
	const suite = header.suites.find(({ name }) => name === identity.suite);
	const main = suite && mainScore(suite);
	const sample: LogSample['sample'] = input === undefined ? {} : { input };
	return { ...identity, sample, scores: main === undefined ? {} : { [main]: { unscored: 'missing' } } };
}

function columns(log: Log, matrix: FateMatrix): readonly (Column<Row> | FixedColumn)[] {
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
		['warnings', header.warnings?.map(english).join(' | ')],
		['runner', engine.runner],
		['engine_version', engine.version],
		['backend', engine.backend],
		// Unknown for an app that runs its own loop.
		['temperature', header.engine.api === 'app' ? undefined : header.settings.temperature],
		['suite', ({ planned }) => planned.suite],
		['suite_version', ({ planned }) => suites.get(planned.suite)?.version],
		['corpus_version', ({ planned }) => suites.get(planned.suite)?.corpus.version],
		['sample', ({ planned }) => planned.sampleId],
		['variant', ({ planned }) => planned.variant],
		['epoch', ({ planned }) => planned.epoch],
		...evaluated([['seed', ({ seed }) => seed], ...groupColumns(log)]),
		['input', ({ planned: { sample } }) => (typeof sample.input === 'string' ? sample.input : undefined)],
		...evaluated([
			...prefix.said,
			['expected_calls', ({ sample }) => expectedNames(sample)],
			['calls', ({ transcript }) => callNames(transcript)],
			['first_call_arguments', ({ transcript }) => firstArguments(transcript)],
			['answer', ({ transcript }) => answer(transcript.messages)],
		]),
		...evaluated([['right', (sample) => rightCell(suites.get(sample.suite), sample)]]),
		...scoreColumns(log).map(([name, cell]): Column<Row> => [name, ({ planned }) => cell(planned)]),
		...evaluated([
			...prefix.fates,
			...fateColumns(log, matrix),
			['error', ({ transcript }) => englishOf(transcript.failureDetail ?? transcript.error)],
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

/** 1 where all checks pass, 0 where one fails. */
function rightCell(suite: EvaluatedSuite | undefined, sample: LogSample): number | undefined {
	const right = suite && isRight(checksOf(suite, sample));
	return right === undefined ? undefined : Number(right);
}

/** Columns that are empty for missing samples. */
function evaluated(own: readonly Column<LogSample>[]): readonly Column<Row>[] {
	return own.map(([name, cell]) => [name, ({ sample }) => sample && cell(sample)]);
}

type Transcript = LogSample['transcript'];

function callNames(transcript: Transcript): string {
	return turnOf(transcript)
		.calls.map((call) => call.name)
		.join(' ');
}

function expectedNames(sample: LogSample['sample']): string {
	return expectedCalls(sample)
		.map(({ tool }) => tool)
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

/** Rounded to hundredths. */
export function ms(measured: number | undefined): number | undefined {
	return measured === undefined ? undefined : Math.round(measured * 100) / 100;
}

function sum(counts: readonly (number | undefined)[]): number | undefined {
	const known = counts.filter((count) => count !== undefined);
	return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0);
}

/** A turn's worst outcome in each engine that is emulated for at least one generation; empty if not emulated. */
function fateColumns(log: Log, { rows, played }: FateMatrix): readonly Column<LogSample>[] {
	const emulated = new Set(rows.filter(({ notEmulated }) => notEmulated < played).map(({ engine }) => engine));
	return ENGINE_READERS.filter(({ engine }) => emulated.has(engine)).map(({ engine }) => [
		`fate_${engine.replaceAll('-', '_')}`,
		(sample) => turnOutcome(playedGenerations(log, sample), engine),
	]);
}

/** Undefined is an empty cell. */
type Cell = string | number | undefined;
type Column<Row> = readonly [name: string, cell: (row: Row) => Cell];
/** A row per unit of every suite that judges calls, for a pivot. */
export function callsCsvParts({ log }: Pick<ReportedRun, 'log'>): Iterable<string> {
	const { header } = log;
	const units = log.samples.flatMap((sample) => {
		const suite = header.suites.find(({ name }) => name === sample.suite);
		const own = suite === undefined ? [] : (callUnits(sample, suite, log) ?? []);
		return own.map((unit, at) => ({ ...unit, sample, at }));
	});
	return tableParts<(typeof units)[number]>(
		[
			['run', header.startedAt],
			['model', header.model.name],
			['adapter', header.model.adapter?.name],
			['step', header.step],
			['suite', ({ sample }) => sample.suite],
			['variant', ({ sample }) => sample.variant],
			['sample', ({ sample }) => sample.sampleId],
			['split', ({ sample: { sample } }) => (typeof sample.split === 'string' ? sample.split : undefined)],
			['epoch', ({ sample }) => sample.epoch],
			['input', ({ sample: { sample } }) => (typeof sample.input === 'string' ? sample.input : undefined)],
			['unit', ({ at }) => at + 1],
			['expected_tool', ({ row }) => row],
			['expected_arguments', ({ expected }) => expected && JSON.stringify(expected.arguments)],
			['called_tool', ({ column }) => column],
			['called_arguments', ({ call }) => call && JSON.stringify(call.arguments)],
			['same_tool', ({ row, column }) => Number(row === column)],
			['right', ({ right }) => Number(right)],
			[
				'errors',
				({ arguments: compared }) =>
					compared.flatMap((one) => (callError(one) === undefined ? [] : `${one.name} ${callError(one)}`)).join('; '),
			],
		],
		units,
	);
}

/** The same cell in every row. */
type FixedColumn = readonly [name: string, cell: Cell];

/** CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, formulas defused by a leading apostrophe. */
export function tableCsv<Row>(columns: readonly (Column<Row> | FixedColumn)[], rows: readonly Row[]): string {
	return Array.from(tableParts(columns, rows)).join('');
}

export function* tableParts<Row>(
	columns: readonly (Column<Row> | FixedColumn)[],
	rows: readonly Row[],
): Generator<string, void, void> {
	const cells = columns.map(([, cell]) => (typeof cell === 'function' ? cell : () => cell));
	yield stringify([columns.map(([name]) => safe(name))], { ...WINDOWS, bom: true });
	for (let at = 0; at < rows.length; at += PART_ROWS) {
		const part = rows.slice(at, at + PART_ROWS);
		yield stringify(
			part.map((row) => cells.map((cell) => safe(cell(row)))),
			WINDOWS,
		);
	}
}

const WINDOWS = { record_delimiter: 'windows', quoted_match: /[\r\n]/u } as const;

function safe(cell: Cell): Cell {
	return typeof cell === 'string' ? spreadsheetText(cell) : cell;
}

const PART_ROWS = 500;

/** Columns of suites with the prefix view: text before the first call, and what a streaming app on flutter_edge_ai shows. */
function prefixColumns(log: Log): Readonly<Record<'said' | 'fates', readonly Column<LogSample>[]>> {
	const suites = new Set(log.header.suites.filter(({ view }) => view === 'prefix').map(({ name }) => name));
	if (!log.samples.some(({ suite }) => suites.has(suite))) return { said: [], fates: [] };
	const ofOwn =
		(cell: (sample: LogSample) => string | undefined): Column<LogSample>[1] =>
		(sample) =>
			suites.has(sample.suite) ? cell(sample) : undefined;
	const modelType = flutterGemmaModelType(log);
	return {
		said: [['prefix', ofOwn(({ transcript }) => turnOf(transcript).prefix?.trim())]],
		fates:
			modelType === undefined
				? []
				: FATES.map((fate) => [
						`flutter_gemma_${fate}`,
						ofOwn((sample) => flutterGemmaView(sample, { modelType, streaming: true })?.[fate]),
					]),
	};
}

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];

/** Four columns per declared score. */
function scoreColumns({ header }: Log): readonly Column<Pick<LogSample, 'scores'>>[] {
	const names = new Set(header.suites.flatMap(({ scores }) => Object.keys(scores)));
	return [...names].flatMap((name): readonly Column<Pick<LogSample, 'scores'>>[] => {
		const score = (sample: Pick<LogSample, 'scores'>): Score | undefined => scoreNamed(sample, name);
		return [
			[
				`score_${name}`,
				(sample) => {
					const value = score(sample)?.value;
					return typeof value === 'boolean' ? Number(value) : value;
				},
			],
			[`score_${name}_reason`, (sample) => score(sample)?.reason],
			[`score_${name}_detail`, (sample) => englishOf(score(sample)?.detail)],
			[`score_${name}_unscored`, (sample) => score(sample)?.unscored],
		];
	});
}

/** A column per group. */
function groupColumns({ samples }: Log): readonly Column<LogSample>[] {
	const names = new Set(samples.flatMap(({ groups }) => Object.keys(groups ?? {})));
	return Array.from(names, (name) => [
		`group_${name}`,
		({ groups = {} }) => (Object.hasOwn(groups, name) ? groups[name] : undefined),
	]);
}
