/**
 * The page's only script, as text: its hash is in the page's content security policy. It builds conversations from the
 * embedded JSON, by text nodes alone: no markup is ever parsed from data.
 */
export const PAGE_SCRIPT: string = String.raw`(() => {
'use strict';
const settings = JSON.parse(document.getElementById('settings').textContent);
const labels = settings.labels;
const chunks = new Map();

function chunkOf(index) {
	const number = Math.floor(index / settings.chunk);
	if (!chunks.has(number)) chunks.set(number, readChunk(number));
	return chunks.get(number);
}

async function readChunk(number) {
	const content = JSON.parse(document.getElementById('data-' + number).textContent);
	if (typeof content !== 'string') return content;
	const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	return JSON.parse(await new Response(stream).text());
}

async function sampleAt(index) {
	return (await chunkOf(index))[index % settings.chunk];
}

function element(tag, className, ...children) {
	const node = document.createElement(tag);
	if (className) node.className = className;
	node.append(...children.filter((child) => child !== undefined));
	return node;
}

function visible(text) {
	return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (char) => {
		const code = char.charCodeAt(0);
		return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? '\u2421' : '\ufffd';
	});
}

function said(tag, className, text) {
	const node = element(tag, className, visible(text));
	node.dir = 'auto';
	if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text)) node.lang = 'ko';
	return node;
}

function seconds(ms) {
	return ms < 1000 ? Math.round(ms) + ' ms' : (ms / 1000).toFixed(2) + ' s';
}

function stepNode(step) {
	const time = element('span', 'at', step.atMs === undefined ? '' : seconds(step.atMs));
	const who = element('span', 'who', labels[step.who] + (step.dropped ? ' · ' + labels.dropped : ''));
	const bubble = element('div', 'bubble', who);
	if (step.who === 'call' || step.who === 'malformed') {
		bubble.append(said('pre', '', step.text));
		if (step.who === 'call') {
			bubble.append(element('span', 'who', step.result === undefined ? labels.noResult : labels.result));
			if (step.result !== undefined) bubble.append(said('pre', 'result ' + (step.outcome || ''), step.result));
		}
	} else {
		bubble.append(said('p', '', step.text));
	}
	return element('li', 'step ' + step.who + (step.dropped ? ' dropped' : ''), time, bubble);
}

function rawText(text) {
	const pre = element('pre', 'raw');
	pre.dir = 'ltr';
	for (const part of visible(text).split(/(<[|]?[A-Za-z_\/]+[|]?>|<[|]"[|]>)/)) {
		if (part === '') continue;
		pre.append(/^<.*>$/s.test(part) ? element('b', 'token', part) : part);
	}
	return pre;
}

function rawNode(sample) {
	const details = element('details', 'rawtext', element('summary', '', labels.raw));
	sample.raw.forEach((generation, index) => {
		const usage = generation.usage;
		const facts = [
			labels.generation + ' ' + (index + 1),
			generation.finish,
			usage.promptTokens === undefined ? '' : usage.promptTokens + ' → ' + (usage.outputTokens === undefined ? '?' : usage.outputTokens) + ' tok',
			generation.firstTokenMs === undefined ? '' : seconds(generation.firstTokenMs),
			generation.totalMs === undefined ? '' : seconds(generation.totalMs),
		];
		details.append(element('p', 'facts', facts.filter((fact) => fact !== '').join(' · ')));
		if (generation.prompt !== undefined) {
			details.append(element('p', 'who', labels.prompt), rawText(generation.prompt));
		}
		details.append(element('p', 'who', labels.output), rawText(generation.output));
	});
	return details;
}

async function fill(body) {
	if (body.dataset.filled) return;
	body.dataset.filled = 'yes';
	try {
		const sample = await sampleAt(Number(body.dataset.sample));
		const steps = element('ol', 'steps', ...sample.steps.map(stepNode));
		const total = element('span', 'at', seconds(sample.endToEndMs));
		steps.append(element('li', 'step total', total, element('p', 'facts', labels.total)));
		body.replaceChildren(steps, rawNode(sample));
	} catch {
		body.append(element('p', 'facts', labels.broken));
	}
}

async function more(button) {
	const list = document.getElementById(button.dataset.list);
	const rest = button.dataset.samples.split(' ');
	for (const index of rest.splice(0, 100)) {
		const { row } = await sampleAt(Number(index));
		if (!row) continue;
		const mark = element('span', row.good ? 'mark good' : 'mark', row.good ? '●' : '○');
		const summary = element('summary', '', mark, said('span', 'asked', row.title), said('span', 'outcome', row.text));
		const body = element('div', 'body');
		body.dataset.sample = index;
		list.append(element('li', '', element('details', 'row plain', summary, body)));
	}
	button.dataset.samples = rest.join(' ');
	button.hidden = rest.length === 0;
}

function openTarget() {
	const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
	const details = target && target.querySelector('details');
	if (details) details.open = true;
}

document.addEventListener('toggle', (event) => {
	if (!event.target.open) return;
	for (const body of event.target.querySelectorAll(':scope > .body, :scope > .pair .body')) void fill(body);
}, true);
document.addEventListener('click', (event) => {
	const button = event.target.closest('button');
	if (!button) return;
	if (button.dataset.copy) {
		navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent).then(
			() => { button.textContent = labels.copied; },
			() => { getSelection().selectAllChildren(document.getElementById(button.dataset.copy)); },
		);
	} else if (button.dataset.list) {
		void more(button);
	}
});
for (const button of document.querySelectorAll('button[hidden]')) button.hidden = false;
addEventListener('hashchange', openTarget);
openTarget();
})();`;
