import type { Log } from '../../src/index.ts';
import { formatBytes, formatCount, formatMs } from '../messages/format-number.ts';
import type { Messages } from '../messages/messages.ts';
import { html, type Markup } from './markup.ts';

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
${group('model', modelFields(log), messages)}${group('engine', engineFields(log), messages)}${group('settings', settingsFields(log), messages)}
${corpora(log, messages)}${group('host', hostFields(log), messages)}${group('run', runFields(log), messages)}
</div></section>`;
}

function group(name: keyof Messages['identity']['groups'], fields: Fields, messages: Messages): Markup {
	const { identity } = messages;
	return html`<div class="group"><h3>${identity.groups[name]}</h3><dl>${fields
		.filter(([, value]) => value !== undefined)
		.map(
			([field, value]) =>
				html`<div><dt>${identity.fields[field] ?? field}</dt><dd>${typeof value === 'boolean' ? (value ? messages.yes : messages.no) : value}</dd></div>`,
		)}</dl></div>`;
}

function modelFields({ header: { model } }: Log): Fields {
	return [
		['name', model.name],
		['title', model.title],
		[
			'sizeBytes',
			model.sizeBytes === undefined ? undefined : `${formatBytes(model.sizeBytes)} (${formatCount(model.sizeBytes)})`,
		],
		['architecture', model.architecture],
		['quantization', model.quantization],
		['parameters', model.parameters === undefined ? undefined : formatCount(model.parameters)],
		['sha256', model.sha256],
		['templateSha256', model.templateSha256],
	];
}

function engineFields({ header: { engine } }: Log): Fields {
	return [
		['runner', engine.runner],
		['version', engine.version],
		['backend', engine.backend],
		[
			'threads',
			engine.threads === undefined
				? undefined
				: `${engine.threads}${engine.threadsFrom === undefined ? '' : ` (${engine.threadsFrom})`}`,
		],
		['flashAttention', engine.flashAttention],
		['contextSize', engine.contextSize],
		['batchSize', engine.batchSize],
		['sharePrefix', engine.sharePrefix],
	];
}

function settingsFields({ header: { settings } }: Log): Fields {
	const { shard } = settings;
	return [
		['seed', settings.seed],
		['epochs', settings.epochs],
		['temperature', settings.temperature],
		['topK', settings.topK],
		['topP', settings.topP],
		['maxTokens', settings.maxTokens],
		['deadlineMs', formatMs(settings.deadlineMs)],
		['policy', settings.policy],
		['reading', settings.reading],
		['dialect', settings.dialect],
		['reflection', settings.reflection],
		['filter', settings.filter],
		['limit', settings.limit],
		['shard', shard === undefined ? undefined : `${shard.index}/${shard.count}`],
	];
}

function hostFields({ header: { host } }: Log): Fields {
	return [
		['cpu', host.cpu],
		['cores', host.cores],
		['memoryBytes', formatBytes(host.memoryBytes)],
		['os', host.os],
		['node', host.node],
	];
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
