import { describe, expect, it } from 'vitest';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';
import { leftOpen } from './command-end.ts';

const CONFIG = `
import { createServer } from 'node:net';
import { defineApp, defineConfig, defineScorer, defineSuite } from 'gemmark';
const fine = defineScorer({ name: 'fine', score: () => true });
const server = createServer().listen(0);
setInterval(() => {}, 1000).unref();
export default defineConfig({
	app: defineApp({
		name: 'kitchen',
		system: 'Answer.',
		open: () => ({ tools: [], snapshot: () => ({}), close: () => undefined }),
		close: CLOSE,
	}),
	suites: [defineSuite({ name: 'units', samples: [{ id: 'a', input: 'a' }], scorers: [fine] })],
});
`;

describe('a command that is done', () => {
	it('ends with its own exit code although its config has left something open, and names it', async () => {
		const { gemmark } = outsideFolderFixture({ 'gemmark.config.mjs': CONFIG.replace('CLOSE', 'undefined') });
		const { status, stdout, stderr } = await gemmark('config');
		expect(stdout).toContain('would run units (1 sample)');
		expect(stderr).toBe(
			'gemmark: done, and ended after 2 s: code of the config has left 1 server (TCPServerWrap) open. Close it, as in close() of the app or dispose() of the runner.\n',
		);
		expect(status).toBe(0);
	});

	it('has closed the app of its config, once', async () => {
		const close = "() => { process.stderr.write('closed\\n'); server.close(); }";
		const { gemmark } = outsideFolderFixture({ 'gemmark.config.mjs': CONFIG.replace('CLOSE', close) });
		expect(await gemmark('config')).toMatchObject({ status: 0, stderr: 'closed\n' });
	});

	it.each(['process.exitCode = 7', 'process.exit(7)'])(
		'keeps its own exit code where the config has a listener that says %s',
		async (says) => {
			const listening = `${CONFIG.replace('CLOSE', '() => void server.close()')}process.on('exit', () => { ${says}; });\n`;
			const { gemmark } = outsideFolderFixture({ 'gemmark.config.mjs': listening });
			expect(await gemmark('config')).toMatchObject({ status: 0, stderr: '' });
		},
	);

	it('tells of a close() that throws, or is none', async () => {
		const throwing = CONFIG.replace('CLOSE', "() => { server.close(); throw new Error('no pool'); }");
		const { gemmark } = outsideFolderFixture({
			'gemmark.config.mjs': throwing,
			'none.mjs': CONFIG.replace('CLOSE', '3'),
		});
		const thrown = await gemmark('config');
		expect(thrown.status).toBe(0);
		expect(thrown.stderr).toContain('app kitchen: close() throws Error: no pool (at Object.close (gemmark.config.mjs:');
		const none = await gemmark('config', '--config', 'none.mjs');
		expect(none).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('app kitchen: close is no function. Write'),
		});
	});
});

it('counts what is open beyond what the command had, and tells where Node names nothing', () => {
	const own = ['PipeWrap', 'PipeWrap'];
	expect(leftOpen([...own, 'Timeout', 'PipeWrap', 'Timeout', 'Odd'], own)).toBe(
		'1 pipe (PipeWrap), 2 timers (Timeout), 1 resource (Odd)',
	);
	expect(leftOpen(own, own)).toBe('something that Node does not name, such as a thread,');
});
