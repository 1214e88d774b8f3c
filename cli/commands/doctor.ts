import { existsSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Command } from 'commander';
import { bundledModel } from '../../run/compose/load.ts';
import { findBrowser } from '../../runners/browser/browser.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { isRecentNode, NODE_ADVICE } from '../node-version.ts';
import { printJson } from '../process.ts';

/** `gemmark doctor`: what this machine has, and what to do about what is missing. */
export function addDoctor(command: Command): void {
	command.option('--json', 'print as JSON', false).action(async (options: { readonly json: boolean }) => {
		process.exitCode = await doctor(options);
	});
}

interface Finding {
	readonly what: string;
	readonly state: 'ok' | 'missing' | 'warning';
	readonly found: string;
	/** What to do about it; absent when nothing need be done. */
	readonly advice?: string;
}

/** Checks the machine and prints what is here and what to do about what is missing. Exit code 3 when the default run cannot work. */
export async function doctor(options: { readonly json: boolean }): Promise<0 | 3> {
	const findings = [
		nodeVersion(),
		llamaCpp(),
		bundledMiniature(),
		memory(),
		disk(),
		browser(),
		browserEngine(),
		redis(),
	];
	if (options.json) printJson(findings);
	else for (const finding of findings) process.stdout.write(`${describe(finding)}\n`);
	return findings.some((finding) => finding.state === 'missing') ? 3 : 0;
}

const MARKS = { ok: '✓', missing: '✗', warning: '!' } as const;

function describe(finding: Finding): string {
	const advice = finding.advice === undefined ? '' : `\n    ${finding.advice}`;
	return `${MARKS[finding.state]} ${finding.what}: ${finding.found}${advice}`;
}

function nodeVersion(): Finding {
	const recent = isRecentNode(process.version);
	return {
		what: 'Node',
		state: recent ? 'ok' : 'missing',
		found: process.version,
		...(recent ? {} : { advice: NODE_ADVICE }),
	};
}

function llamaCpp(): Finding {
	const version = installedVersion('node-llama-cpp');
	return version === undefined
		? { what: 'llama.cpp engine', state: 'missing', found: 'not installed', advice: 'npm install node-llama-cpp' }
		: { what: 'llama.cpp engine', state: 'ok', found: `node-llama-cpp ${version}, ${availableParallelism()} cores` };
}

function bundledMiniature(): Finding {
	const path = bundledModel();
	return existsSync(path)
		? { what: 'bundled miniature', state: 'ok', found: path }
		: {
				what: 'bundled miniature',
				state: 'missing',
				found: 'not found',
				advice: 'Install gemmark again: its package is incomplete.',
			};
}

function memory(): Finding {
	const free = gigabytes(process.availableMemory());
	// A container may have less than its machine.
	const all = gigabytes(Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()));
	const enough = free >= 6;
	return {
		what: 'memory',
		state: enough ? 'ok' : 'warning',
		found: `${free} GB free of ${all} GB`,
		...(enough
			? {}
			: { advice: 'To run a Gemma, close other programs: E2B in 4 bits needs about 5 GB. The miniature runs.' }),
	};
}

function disk(): Finding {
	const { bavail, bsize } = statfsSync(process.cwd());
	const free = gigabytes(bavail * bsize);
	return {
		what: 'disk',
		state: free >= 6 ? 'ok' : 'warning',
		found: `${free} GB free here`,
		...(free >= 6 ? {} : { advice: 'To store a Gemma, free some: a file of E2B takes 3 to 5 GB.' }),
	};
}

function browser(): Finding {
	try {
		return { what: 'browser', state: 'ok', found: findBrowser() };
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error;
		const { message, hint = '' } = error;
		return { what: 'browser', state: 'warning', found: message, advice: `${hint} ${FOR_BROWSERS}` };
	}
}

function browserEngine(): Finding {
	const found = BROWSER_ENGINES.flatMap((name) => {
		const version = installedVersion(name);
		return version === undefined ? [] : [`${name} ${version}`];
	}).join(', ');
	const driver = installedVersion('playwright-core');
	if (found !== '' && driver !== undefined) return { what: 'browser engines', state: 'ok', found };
	const missing = [...(found === '' ? BROWSER_ENGINES : []), ...(driver === undefined ? ['playwright-core'] : [])];
	return {
		what: 'browser engines',
		state: 'warning',
		found: found === '' ? 'none installed' : `${found}, but not playwright-core`,
		advice: `npm install ${missing.join(' ')}. ${FOR_BROWSERS}`,
	};
}

const BROWSER_ENGINES = ['@wllama/wllama', '@mlc-ai/web-llm', '@litert-lm/core'];
const FOR_BROWSERS = 'Only needed for --runner wllama, web-llm and litert-lm.';

function redis(): Finding {
	const found = onPath('redis-server');
	return found === undefined
		? {
				what: 'Redis',
				state: 'warning',
				found: 'not on the path',
				advice: 'Only needed for --queue on this machine: install redis-server.',
			}
		: { what: 'Redis', state: 'ok', found };
}

function installedVersion(name: string): string | undefined {
	const require = createRequire(import.meta.url);
	for (const folder of require.resolve.paths(name) ?? []) {
		const file = join(folder, name, 'package.json');
		if (existsSync(file)) return (require(file) as { version: string }).version;
	}
	return undefined;
}

function onPath(command: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.filter((folder) => folder !== '')
		.map((folder) => join(folder, process.platform === 'win32' ? `${command}.exe` : command))
		.find((file) => existsSync(file));
}

function gigabytes(bytes: number): number {
	return Math.round(bytes / 1e8) / 10;
}
