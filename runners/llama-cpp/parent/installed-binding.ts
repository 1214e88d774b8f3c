import { createRequire } from 'node:module';
import { EnvironmentError } from '../../../src/index.ts';

/** Makes sure that node-llama-cpp, an optional peer, is there. Throws {@link EnvironmentError} with what to install. */
export function requireBinding(from: string = import.meta.url): void {
	try {
		createRequire(from).resolve('node-llama-cpp');
	} catch (error) {
		throw new EnvironmentError('The llama.cpp engine is not installed', {
			hint: 'npm install node-llama-cpp',
			cause: error,
		});
	}
}
