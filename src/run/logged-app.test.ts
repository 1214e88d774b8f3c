import { describe, expect, it } from 'vitest';
import type { AppContent } from '../eval/app.ts';
import { appDouble } from '../testing/doubles/app-double.ts';
import type { ToolDefinition } from '../tool/tool.ts';
import { loggedApp } from './logged-app.ts';

type Tools = readonly ToolDefinition<undefined>[];
const ENGINE = { runner: 'llama-cpp' };

function contentOf(change: (tools: Tools) => Tools, more: object = {}): AppContent | undefined {
	const app = appDouble();
	const session = app.open();
	return loggedApp({ ...app, ...more, open: () => ({ ...session, tools: change(session.tools) }) }, ENGINE).content;
}

describe('the app of a header', () => {
	const same = contentOf((tools) => tools);

	it('has its system prompt and tools by what they are, and of code no data', () => {
		expect(same).toEqual(contentOf((tools) => tools.map((tool) => ({ ...tool }))));
		expect(same).toMatchObject({ system: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) }, answers: undefined });
		const other = contentOf((tools) => tools, { system: 'x' });
		expect([other?.system?.sha256 === same?.system?.sha256, other?.tools]).toEqual([false, same?.tools]);
	});

	it.each<[string, (tools: Tools) => Tools]>([
		['description', ([first, ...rest]) => (first ? [{ ...first, description: 'x' }, ...rest] : [])],
		['order', (tools) => tools.toReversed()],
		['confirmation', ([first, ...rest]) => (first ? [{ ...first, destructive: !first.destructive }, ...rest] : [])],
		['number', (tools) => tools.slice(1)],
	])('has other tools where their %s is another', (_, change) => {
		expect(contentOf(change)?.tools).not.toEqual(same?.tools);
	});

	it('leaves the tools of MCP servers to the identity of these', () => {
		const served = contentOf((tools) => [...tools, ...tools.slice(0, 1).map((tool) => ({ ...tool, server: 'a' }))]);
		expect(served).toEqual(same);
	});

	it('knows answers and state apart, and nothing of an app with a loop of its own', () => {
		const declared = (answers: object, state: object) => contentOf((tools) => tools, { data: { answers, state } });
		const [one, other] = [declared({}, { a: 1, b: 2 }), declared({ f: [] }, { b: 2, a: 1 })];
		expect(one?.state).toEqual(other?.state);
		expect(one?.answers).not.toEqual(other?.answers);
		expect(loggedApp(appDouble(), { runner: 'device', api: 'app' })).not.toHaveProperty('content.system');
	});
});
