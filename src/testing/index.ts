/** Doubles and fixtures that app teams may use in their own tests. Hand-written, alphabetical by file. */
export { RecordingCorpusLogger } from './recording-corpus-logger.ts';
export { recordingTools } from './recording-tools.ts';
export { ScriptedCompleter } from './scripted-completer.ts';
export { ScriptedConversation } from './scripted-conversation.ts';
