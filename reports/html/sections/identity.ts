import type { JsonValue } from '../../../src/base/json.ts';
import type { Message } from '../../../src/base/message.ts';
import type { Log } from '../../../src/log/record.ts';
import { localTime } from '../../../src/text/local-time.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatBytes, formatCount, formatMs } from '../../messages/numbers.ts';
import { clipped, html, type Insert, type Markup } from '../markup.ts';
import { foldedSection } from '../page.ts';

const WHY_CHARS = 300;

type Fields = readonly (readonly [field: string, value: string | number | boolean | Message | undefined])[];

/** Everything needed to repeat the run. */
export function identitySection(log: Log, locale: Locale): Markup {
	const { identity } = locale;
	const { header } = log;
	const requested = (what: keyof Locale['identity']['asked']): Markup | false =>
		header.engine.api === 'app' && html`<p class="muted">${identity.asked[what]}</p>`;
	const content = html`<p class="lead">${identity.lead}</p>
<div class="command"><h3>${identity.command}</h3><pre id="command" tabindex="0">${header.command}</pre><button type="button" hidden data-copy="command">${identity.copy}</button></div>
<div class="groups">
${group('model', fieldsOf(header.model), locale)}${group('engine', fieldsOf(header.engine), locale)}${group('settings', fieldsOf(header.settings), locale, requested('settings'))}
${corpora(log, locale, requested('prompts'))}${group('host', fieldsOf(header.host), locale)}${group('run', runFields(log, locale), locale)}
</div>`;
	return foldedSection('identity', locale.sections.identity, content);
}

function group(
	name: keyof Locale['identity']['groups'],
	fields: Fields,
	locale: Locale,
	note: Markup | false = false,
): Markup {
	const { identity } = locale;
	return html`<div class="group"><h3>${identity.groups[name]}</h3>${note}<dl>${fields
		.filter(([, value]) => value !== undefined)
		.map(
			([field, value]) =>
				html`<div><dt>${Object.hasOwn(locale.fields, field) ? locale.fields[field] : field}</dt><dd>${valueText(field, value, locale)}</dd></div>`,
		)}</dl></div>`;
}

function optionText(option: string, value: JsonValue | undefined, { values }: Locale): string {
	const words = Object.hasOwn(values, option) ? values[option] : undefined;
	return words !== undefined && Object.hasOwn(words, String(value)) ? (words[String(value)] ?? '') : String(value);
}

function valueText(field: string, value: Fields[number][1], locale: Locale): Insert {
	if (typeof value === 'boolean') return value ? locale.yes : locale.no;
	if (typeof value === 'object') return clipped(locale.say(value), WHY_CHARS, locale.detail.long);
	const words = Object.hasOwn(locale.values, field) ? locale.values[field] : undefined;
	if (words !== undefined && Object.hasOwn(words, String(value))) return words[String(value)];
	if (field !== 'commit' && !/sha256$/iu.test(field)) return value;
	const [hash = '', ...more] = String(value).split(' ');
	return html`<span class="hash">${hash}</span> ${more.join(' ')}`;
}

/** Every field of a part of the header, unknown ones too. */
function fieldsOf(part: object): Fields {
	return Object.entries(part).map(([field, value]: [string, unknown]) => [field, fieldText(field, value)]);
}

function fieldText(field: string, value: unknown): Fields[number][1] {
	if (typeof value === 'boolean' || value === undefined) return value;
	if (field === 'timingsNotComparable') return value as Message;
	if (typeof value === 'number') {
		if (field === 'sizeBytes') return `${formatBytes(value)} (${formatCount(value)})`;
		if (field === 'memoryBytes') return formatBytes(value);
		return field === 'deadlineMs' ? formatMs(value) : field === 'parameters' ? formatCount(value) : value;
	}
	return typeof value === 'string' ? value : JSON.stringify(value);
}

function runFields({ header, footer }: Log, { identity }: Locale): Fields {
	return [
		['target', header.target],
		['startedAt', localTime(header)],
		['endedAt', footer && localTime({ startedAt: footer.endedAt, timeZone: header.timeZone })],
		['outcome', footer?.outcome],
		[
			'commit',
			header.git === undefined ? undefined : `${header.git.commit}${header.git.dirty ? ` ${identity.dirty}` : ''}`,
		],
		['gemmark', header.gemmark],
	];
}

function corpora({ header: { suites } }: Log, locale: Locale, note: Markup | false): Markup {
	return html`<div class="group"><h3>${locale.identity.groups.corpora}</h3>${note}<dl>${suites.map(
		({ name, version, corpus, settings = {} }) =>
			html`<div><dt>${name} ${version}</dt><dd>${corpus.name} ${corpus.version}<br><span class="hash">${corpus.sha256}</span>${corpus.prompts.map(
				(prompt) => html`<br>${prompt.name} ${prompt.version}<br><span class="hash">${prompt.sha256}</span>`,
			)}${Object.entries(settings).map(([option, value]) => html`<br>${Object.hasOwn(locale.fields, option) ? locale.fields[option] : option} ${optionText(option, value, locale)}`)}</dd></div>`,
	)}</dl></div>`;
}
