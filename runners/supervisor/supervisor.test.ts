import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { EngineError, type GemmarkError } from '../../src/base/errors.ts';
import { Arrivals, KeptEngine, Lifetime, type MortalEngine, Turns } from './kept-engine.ts';
import { type ChildEnd, ChildScript, forkScript } from './process.ts';

const crashed = new EngineError('crashed', 'gone');

/** A double of an engine: dies on demand. */
class EngineDouble implements MortalEngine {
	death: GemmarkError | undefined;
	readonly peak: number;

	constructor(peak: number) {
		this.peak = peak;
	}

	async peakBytes(): Promise<number | undefined> {
		return this.death === undefined ? this.peak : undefined;
	}

	async end(reason: GemmarkError): Promise<void> {
		this.death ??= reason;
	}
}

describe('a script', () => {
	const start = (): { child: ChildScript<object, unknown>; heard: unknown[]; ended: Promise<ChildEnd> } => {
		const heard: unknown[] = [];
		const forked = forkScript('./script-double', import.meta.url, { execArgv: ['--no-warnings'] });
		let child: ChildScript<object, unknown> | undefined;
		const ended = new Promise<ChildEnd>((onEnd) => {
			child = new ChildScript(forked, { onMessage: (message) => heard.push(message), onEnd });
		});
		if (child === undefined) throw new Error('not made');
		return { child, heard, ended };
	};

	it('is asked to end, and has ended then', async () => {
		const { child, heard, ended } = start();
		child.send({ say: 'hello' });
		await child.end({ leave: 3 }, 10_000);
		expect(await ended).toEqual({ type: 'closed', code: 3, signal: null });
		expect(heard).toEqual(['hello']);
		expect(child.stderr).toBe('said hello');
		child.send({ say: 'too late' });
		await child.end({ leave: 3 }, 10_000);
	});

	it('dies with its parent, also while native code holds its thread', async () => {
		const code = `
			import { DIE_WITH_PARENT, forkScript } from ${JSON.stringify(new URL('./process.ts', import.meta.url).href)};
			const execArgv = ['--no-warnings', ...DIE_WITH_PARENT];
			const child = forkScript('./script-double', ${JSON.stringify(import.meta.url)}, { execArgv });
			child.send({ say: 'hello' });
			child.once('message', () => child.send({ freezeMs: 60_000 }, () => process.stdout.write(String(child.pid))));`;
		const args = ['--no-warnings', '--input-type=module', '-e', code];
		const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
		const [pid] = await once(parent.stdout, 'data');
		expect(process.kill(Number(pid), 0)).toBe(true);
		parent.kill('SIGKILL');
		await expect.poll(() => isRunning(Number(pid)), { timeout: 20_000 }).toBe(false);
	});

	it('is killed when it does not end in time', async () => {
		const { child, ended } = start();
		await child.end({ stay: true }, 200);
		expect(await ended).toEqual({ type: 'closed', code: null, signal: 'SIGKILL' });
	});
});

describe('a lifetime', () => {
	it('reports its one death to all listeners, later ones too', () => {
		const lifetime = new Lifetime<string>();
		const heard: unknown[] = [];
		const stop = lifetime.listen(
			(message) => heard.push(message),
			(error) => heard.push(error),
		);
		lifetime.listen(
			() => heard.push('left'),
			() => heard.push('left'),
		)();
		lifetime.pass('a');
		lifetime.die(crashed);
		lifetime.die(new EngineError('protocol', 'later'));
		lifetime.pass('b');
		stop();
		lifetime.listen(
			() => undefined,
			(error) => heard.push(error.message),
		);
		expect(heard).toEqual(['a', crashed, 'gone']);
		expect(lifetime.death).toBe(crashed);
	});
});

describe('arrivals', () => {
	it('are read in order, and what the engine failed of after them', async () => {
		const arrivals = new Arrivals<number>();
		arrivals.push(1, false);
		arrivals.push(2, false);
		arrivals.fail(crashed);
		await arrivals.ended();
		expect([await arrivals.next(), await arrivals.next()]).toEqual([1, 2]);
		await expect(arrivals.next()).rejects.toBe(crashed);
	});

	it('wake a reader that waits, and end with the last one', async () => {
		const arrivals = new Arrivals<number>();
		const waiting = arrivals.next();
		arrivals.push(1, true);
		expect(await waiting).toBe(1);
		await arrivals.ended();
	});
});

describe('turns', () => {
	it('are taken in the order they were asked for, so many at once', async () => {
		const turns = new Turns(2);
		const order: number[] = [];
		const releases = await Promise.all([turns.take(), turns.take()]);
		const waiting = [1, 2].map(async (number) => {
			const release = await turns.take();
			order.push(number);
			release();
		});
		expect(order).toEqual([]);
		releases[0]?.();
		await Promise.all(waiting);
		expect(order).toEqual([1, 2]);
	});
});

describe('a kept engine', () => {
	it('is replaced once when it died and is needed, and remembers the highest resident set', async () => {
		const first = new EngineDouble(7);
		const second = new EngineDouble(5);
		const kept = new KeptEngine('mini.gguf', first, async () => second);
		expect(await kept.living()).toBe(first);
		expect(await kept.peakBytes()).toBe(7);
		first.death = crashed;
		expect(kept.latest).toBe(first);
		expect(await Promise.all([kept.living(), kept.living()])).toEqual([second, second]);
		expect(await kept.peakBytes()).toBe(7);
	});

	it('lives no more once it is disposed', async () => {
		const engine = new EngineDouble(1);
		const kept = new KeptEngine('mini.gguf', engine, async () => engine);
		await kept.dispose();
		await kept.dispose();
		expect(kept.isDisposed).toBe(true);
		expect(engine.death).toMatchObject({ failure: 'unavailable' });
		await expect(kept.living()).rejects.toThrow('mini.gguf: the model was disposed');
	});
});

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
