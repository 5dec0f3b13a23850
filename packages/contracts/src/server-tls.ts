/** Files in PEM for the TLS connection to a server. They are read when a connection is made, or when a client is opened. */
export type ServerTls = {
  /** Authorities that are trusted instead of those of Node. */
  caFile?: string | undefined
  /** The certificate that this client shows, with its intermediate ones. */
  certFile?: string | undefined
  keyFile?: string | undefined
  /** NATS alone: TLS begins before the server says anything (`handshake_first` of its configuration). */
  isHandshakeFirst?: boolean | undefined
}
