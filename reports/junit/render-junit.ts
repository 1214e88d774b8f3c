import { engineNameWithBackend, type Log, type LogSample } from '../../src/index.ts';
import { MINIATURE_NOTICE } from '../locale/miniature-notice.ts';

/**
 * JUnit XML, a testsuite per suite and arm. A prefix that does not count is a measurement, not a failure: the path is
 * decided over all prompts, so its reason stands in `system-out`. In the other suites a sample whose main score is no is
 * a failure; a turn that ended in an error, or an engine that failed, is an error everywhere.
 */
export function renderJunit(log: Log): string {
	const groups = Array.from(Map.groupBy(log.samples, ({ suite, arm }) => JSON.stringify([suite, arm])).values());
	const suites = groups.map((samples) => testSuite(log, samples));
	const failed = log.failures.length > 0 ? [engineFailures(log)] : [];
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gemmark">\n${[...suites, ...failed].join('')}</testsuites>\n`;
}

function testSuite(log: Log, samples: readonly LogSample[]): string {
	const [first] = samples;
	const cases = samples.map(testCase);
	const failures = samples.filter((sample) => outcomeOf(sample) === 'failure').length;
	const errors = samples.filter((sample) => outcomeOf(sample) === 'error').length;
	const seconds = samples.reduce((sum, sample) => sum + sample.timings.endToEndMs, 0) / 1000;
	return `<testsuite name="${xml(`${first?.suite ?? ''} ${first?.arm ?? ''}`)}" tests="${samples.length}" failures="${failures}" errors="${errors}" skipped="0" time="${seconds.toFixed(3)}" timestamp="${xml(log.header.startedAt.slice(0, 19))}">\n${properties(log)}${cases.join('')}</testsuite>\n`;
}

function properties({ header }: Log): string {
	const { model, engine } = header;
	const known: readonly (readonly [name: string, value: string | undefined])[] = [
		['model', model.name],
		['quantization', model.quantization],
		['model.sha256', model.sha256],
		['notice', model.miniature ? MINIATURE_NOTICE : undefined],
		['engine', engineNameWithBackend(engine)],
		['gemmark', header.gemmark],
	];
	return `<properties>${known
		.flatMap(([name, value]) => (value === undefined ? [] : [`<property name="${name}" value="${xml(value)}"/>`]))
		.join('')}</properties>\n`;
}

function testCase(sample: LogSample): string {
	const { suite, arm, sampleId, epoch, timings } = sample;
	const open = `<testcase classname="${xml(`gemmark.${suite}.${arm}`)}" name="${xml(epoch === 0 ? sampleId : `${sampleId} epoch ${epoch + 1}`)}" time="${(timings.endToEndMs / 1000).toFixed(3)}">`;
	const out = `<system-out>${xml(scoreLines(sample))}</system-out>`;
	switch (outcomeOf(sample)) {
		case 'error':
			return `${open}<error message="${xml(sample.transcript.error ?? '')}"/>${out}</testcase>\n`;
		case 'failure': {
			const score = mainScore(sample);
			return `${open}<failure message="${xml(score?.reason ?? 'wrong')}">${xml(score?.detail ?? '')}</failure>${out}</testcase>\n`;
		}
		case 'passed':
			return `${open}${out}</testcase>\n`;
	}
}

function outcomeOf(sample: LogSample): 'passed' | 'failure' | 'error' {
	if (sample.transcript.error !== undefined) return 'error';
	if (sample.suite === 'prefix') return 'passed';
	return mainScore(sample)?.value === false ? 'failure' : 'passed';
}

/** The score a suite is read by. */
function mainScore({ scores }: LogSample): LogSample['scores'][string] | undefined {
	for (const name of ['valid', 'correct']) if (Object.hasOwn(scores, name)) return scores[name];
	return undefined;
}

function scoreLines({ scores, sample }: LogSample): string {
	const lines = Object.entries(scores).map(
		([name, { value, reason, detail }]) =>
			`${name}: ${value}${reason === undefined ? '' : ` (${reason})`}${detail === undefined ? '' : ` ${detail}`}`,
	);
	return [typeof sample.input === 'string' ? sample.input : '', ...lines].join('\n');
}

function engineFailures({ failures }: Log): string {
	const cases = failures.map(
		({ code, message, suite = '', sampleId = '' }) =>
			`<testcase classname="gemmark.run" name="${xml([suite, sampleId].filter(Boolean).join(' ') || 'run')}"><error type="${xml(code)}" message="${xml(message)}"/></testcase>\n`,
	);
	return `<testsuite name="run" tests="${failures.length}" failures="0" errors="${failures.length}" skipped="0">\n${cases.join('')}</testsuite>\n`;
}

/** Escaped for content and attributes; characters that XML 1.0 forbids become U+FFFD. */
function xml(text: string): string {
	return (
		text
			.toWellFormed()
			// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd')
			.replace(/[&<>"'\t\n\r]/gu, (char) => `&#${char.charCodeAt(0)};`)
	);
}
