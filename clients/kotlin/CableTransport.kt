// The protocol over a cable: adb reverse tcp:7357 tcp:7357. For debug builds.
package dev.gemmark.client

import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.Response
import okhttp3.WebSocket
import okhttp3.WebSocketListener
import org.json.JSONObject

/** Connects, and again whenever the connection is lost, until the run is over. */
class CableTransport(
    private val client: GemmarkClient,
    private val token: String,
    private val url: String = "ws://127.0.0.1:7357",
) : WebSocketListener() {
    private val http = OkHttpClient()
    private var connection: Connection? = null

    @Synchronized
    fun connect() {
        if (client.isOver) return
        val socket = http.newWebSocket(Request.Builder().url(url).build(), this)
        connection = Connection(socket)
    }

    private class Connection(val socket: WebSocket) : Transport {
        override fun send(message: JSONObject) {
            socket.send(message.toString())
        }
    }

    /** Waits for [connect]: a connection can open or fail before it returns. */
    @Synchronized
    private fun current(socket: WebSocket): Connection? = connection?.takeIf { it.socket === socket }

    override fun onOpen(webSocket: WebSocket, response: Response) {
        current(webSocket)?.send(client.hello(token))
    }

    override fun onMessage(webSocket: WebSocket, text: String) {
        current(webSocket)?.let { client.received(it, JSONObject(text)) }
        if (client.isOver) webSocket.close(1000, null)
    }

    override fun onClosing(webSocket: WebSocket, code: Int, reason: String) {
        webSocket.close(1000, null)
    }

    override fun onClosed(webSocket: WebSocket, code: Int, reason: String) = lost(webSocket)

    override fun onFailure(webSocket: WebSocket, t: Throwable, response: Response?) = lost(webSocket)

    private fun lost(webSocket: WebSocket) {
        val gone = current(webSocket) ?: return
        connection = null
        client.lost(gone)
        if (!client.isOver) client.later(1000, ::connect)
    }
}
