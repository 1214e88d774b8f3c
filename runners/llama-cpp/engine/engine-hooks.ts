import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Gives the engine's process the node-llama-cpp of another folder; what node-llama-cpp itself imports stays beside it. */
const parentURL = pathToFileURL(join(process.env.GEMMARK_ENGINE_FROM ?? '', 'engine.js')).href;

registerHooks({
	resolve: (specifier, context, next) =>
		/^node-llama-cpp(?:\/|$)/u.test(specifier) && context.parentURL?.includes('/node_modules/node-llama-cpp/') !== true
			? next(specifier, { ...context, parentURL })
			: next(specifier, context),
});
