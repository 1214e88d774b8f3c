// The log that `gemmark ingest` reads (docs/on-device.md). Create it once per app start, not per chat: `n` then shows which turn
// was the first, the cold one.
import 'dart:convert';
import 'package:flutter/foundation.dart';

class GemmarkCorpusLogger implements CorpusLogger {
  static GemmarkCorpusLogger? maybeCreate() =>
      const bool.fromEnvironment('CORPUS_LOG') && !kReleaseMode ? GemmarkCorpusLogger() : null;

  final Stopwatch _clock = Stopwatch();
  String? prompt; // id of the next corpus prompt
  int _n = 0;

  void onUserTurn(String text) {
    _clock..reset()..start();
    _log({'t': 'user', if (prompt != null) 'prompt': prompt, 'text': text});
    prompt = null;
  }
  void onTextChunk(int turn, String text) => _log({'t': 'chunk', 'turn': turn, 'text': text});
  void onFunctionCall(int turn, String prefix, String name, Map<String, dynamic> args,
          [List<String>? repairs]) => // what the app's parser repaired, if known
      _log({'t': 'call', 'turn': turn, 'prefix': prefix, 'name': name, 'args': args, if (repairs != null) 'repairs': repairs});
  void onTurnEnd([String? error, String? finish, List<String?>? earlier]) => _log({
        't': 'end',
        if (error != null) 'error': error,
        if (finish != null) 'finish': finish, // 'stop', 'length', ... as above, if known
        if (earlier != null) 'earlier': earlier,
      });

  void _log(Map<String, dynamic> event) {
    try {
      final n = _n++;
      final json = jsonEncode({'v': 1, 'n': n, ...event, 'atMs': _clock.elapsedMicroseconds / 1000});
      final runes = json.runes.toList();
      final of = (runes.length / 500).ceil(); // 500 characters: at most 2,000 bytes
      if (of == 1) return debugPrint('[gemmark-corpus] $json');
      for (var i = 0; i < of; i++) {
        final text = String.fromCharCodes(runes.skip(i * 500).take(500));
        debugPrint('[gemmark-corpus] ${jsonEncode({'v': 1, 'n': n, 'part': i + 1, 'of': of, 'json': text})}');
      }
    } catch (_) {} // diagnostics never reach the chat loop
  }
}
