// The protocol over a cable: adb reverse tcp:7357 tcp:7357. The twin of CableTransport.kt. Never compiled by gemmark: see README.md.
import 'dart:convert';
import 'dart:io';

import 'gemmark_client.dart';

/// Connects, and again whenever the connection is lost, until the run is over.
class CableTransport {
  CableTransport(this._client, this._token, {this.url = 'ws://127.0.0.1:7357'});

  final GemmarkClient _client;
  final String _token;
  final String url;

  Future<void> connect() async {
    while (!_client.isOver) {
      await _connection();
      if (!_client.isOver) await Future<void>.delayed(const Duration(seconds: 1));
    }
  }

  Future<void> _connection() async {
    _Connection? connection;
    try {
      final socket = await WebSocket.connect(url);
      connection = _Connection(socket);
      connection.send(_client.hello(token: _token));
      await for (final data in socket) {
        _client.received(connection, jsonDecode(data as String) as Json);
        if (_client.isOver) await socket.close();
      }
    } catch (error) {
      if (!_client.isOver) _client.show('gemmark: $error');
    } finally {
      if (connection != null) _client.lost(connection);
    }
  }
}

class _Connection implements Transport {
  _Connection(this._socket);

  final WebSocket _socket;

  @override
  void send(Json message) {
    if (_socket.readyState == WebSocket.open) _socket.add(jsonEncode(message));
  }
}
