import type { Log } from '../../src/index.ts';
import { formatBytes, formatCount, formatMs } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Insert, type Markup } from './markup.ts';

type Fields = readonly (readonly [field: string, value: string | number | boolean | undefined])[];

/** Everything needed to repeat the run, and the one command that does. */
export function identitySection(log: Log, messages: Messages): Markup {
	const { identity } = messages;
	const { header } = log;
	return html`<section id="identity" aria-labelledby="identity-title">
<h2 id="identity-title">${messages.sections.identity}</h2>
<p class="lead">${identity.lead}</p>
<div class="command"><h3>${identity.command}</h3><pre id="command" tabindex="0">${header.command}</pre><button type="button" hidden data-copy="command">${identity.copy}</button></div>
<div class="groups">
${group('model', fieldsOf(header.model), messages)}${group('engine', fieldsOf(header.engine), messages)}${group('settings', fieldsOf(header.settings), messages)}
${corpora(log, messages)}${group('host', fieldsOf(header.host), messages)}${group('run', runFields(log), messages)}
</div></section>`;
}

function group(name: keyof Messages['identity']['groups'], fields: Fields, messages: Messages): Markup {
	const { identity } = messages;
	return html`<div class="group"><h3>${identity.groups[name]}</h3><dl>${fields
		.filter(([, value]) => value !== undefined)
		.map(
			([field, value]) =>
				html`<div><dt>${Object.hasOwn(identity.fields, field) ? identity.fields[field] : field}</dt><dd>${valueText(field, value, messages)}</dd></div>`,
		)}</dl></div>`;
}

function valueText(field: string, value: Fields[number][1], messages: Messages): Insert {
	if (typeof value === 'boolean') return value ? messages.yes : messages.no;
	return /sha256$/iu.test(field) || field === 'commit' ? html`<span class="hash">${value}</span>` : value;
}

/** Every field of a part of the header, also those that a later gemmark has added. */
function fieldsOf(part: object): Fields {
	return Object.entries(part).map(([field, value]: [string, unknown]) => [field, fieldText(field, value)]);
}

function fieldText(field: string, value: unknown): Fields[number][1] {
	if (typeof value === 'boolean' || value === undefined) return value;
	if (typeof value === 'number') {
		if (field === 'sizeBytes') return `${formatBytes(value)} (${formatCount(value)})`;
		if (field === 'memoryBytes') return formatBytes(value);
		return field === 'deadlineMs' ? formatMs(value) : field === 'parameters' ? formatCount(value) : value;
	}
	return typeof value === 'string' ? value : JSON.stringify(value);
}

function runFields({ header, footer }: Log): Fields {
	return [
		['startedAt', header.startedAt],
		['endedAt', footer?.endedAt],
		['outcome', footer?.outcome],
		['commit', header.git === undefined ? undefined : `${header.git.commit}${header.git.dirty ? ' (dirty)' : ''}`],
		['gemmark', header.gemmark],
	];
}

function corpora({ header: { suites } }: Log, messages: Messages): Markup {
	return html`<div class="group"><h3>${messages.identity.groups.corpora}</h3><dl>${suites.map(
		({ name, version, corpus }) =>
			html`<div><dt>${name} ${version}</dt><dd>${corpus.name} ${corpus.version}<br><span class="hash">${corpus.sha256}</span>${corpus.prompts.map(
				(prompt) => html`<br>${prompt.name} ${prompt.version}<br><span class="hash">${prompt.sha256}</span>`,
			)}</dd></div>`,
	)}</dl></div>`;
}
