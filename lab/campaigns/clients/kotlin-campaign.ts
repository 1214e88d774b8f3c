import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { playCases } from '../../../clients/node/plan-cases-fixture.ts';
import { packageRoot } from '../../../src/base/read-file.ts';

/** Debian's: OkHttp and Android's org.json. */
const JARS = ['okhttp.jar', 'okio.jar', 'com.android.json.jar'].map((name) => join('/usr/share/java', name));
const COMPILER = 'kotlin-compiler@2.4.20';

/** Compiles the Kotlin client with its stubs, and plays the plans of clients/fixtures with it. Gives the exit code: 3 where there is no Java. */
export async function kotlin(): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-kotlin-'));
	try {
		if (!isReady(folder)) return 3;
		const jar = join(folder, 'client.jar');
		const sources = globSync('clients/kotlin/**/*.kt', { cwd: packageRoot() }).map((file) => join(packageRoot(), file));
		const compiler = join(folder, 'node_modules/kotlin-compiler/bin/kotlinc');
		run(compiler, ['-nowarn', '-cp', JARS.join(':'), ...sources, '-include-runtime', '-d', jar]);
		const main = 'dev.gemmark.client.FixturesKt';
		const cases = await playCases(async ({ plan, answers, script, process }) => {
			run('java', ['-cp', [jar, ...JARS].join(':'), main, plan, answers, script, process]);
		});
		for (const { name, written, expected } of cases) {
			const same = isDeepStrictEqual(written, expected);
			console.log(`${same ? 'same' : 'DIFFERS'}: ${name}`);
			if (same) continue;
			const place = expected.findIndex((line, index) => !isDeepStrictEqual(line, written[index]));
			console.log(JSON.stringify({ line: place, expected: expected[place], written: written[place] }));
			process.exitCode = 1;
		}
		return cases.every(({ written, expected }) => isDeepStrictEqual(written, expected)) ? 0 : 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function isReady(folder: string): boolean {
	try {
		run('java', ['-version']);
		run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', COMPILER]);
	} catch {
		return false;
	}
	return JARS.every((jar) => existsSync(jar));
}

function run(command: string, args: readonly string[]): void {
	execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
