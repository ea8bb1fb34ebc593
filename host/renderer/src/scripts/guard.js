// Connections of WebRTC are neither requests nor do they use a proxy.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) {
  delete globalThis[name];
}
