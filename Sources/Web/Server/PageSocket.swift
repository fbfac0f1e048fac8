/// The connection of a tab. Safe on any thread.
package protocol PageSocket: AnyObject, Sendable {
  /// Sends a text message; does nothing once the connection is closed.
  func send(_ text: String)

  /// Closes the connection after the messages sent so far.
  ///
  /// - Parameter code: A status code of RFC 6455, section 7.4.
  func close(_ code: UInt16, _ reason: String)
}

/// Receives the messages of one connection, on event loops, which it must not block.
package protocol PageListener: AnyObject, Sendable {
  /// Receives a text message; returns false if too many messages are waiting.
  func take(_ text: String) -> Bool

  func disconnected()
}

package struct PageVisitor: Hashable, Sendable {
  /// The identifier of the tab that reconnects; empty for a new tab.
  package var tab: String
  /// The user, as named by the proxy.
  package var user: String?
  /// The browser's languages, the preferred one first.
  package var languages: [String]

  package init(tab: String, user: String?, languages: [String]) {
    (self.tab, self.user, self.languages) = (tab, user, languages)
  }
}

package protocol Pages: AnyObject, Sendable {
  func connect(_ socket: any PageSocket, _ visitor: PageVisitor) -> any PageListener

  /// - Parameters:
  ///   - path: The decoded parts of the address after `/-/print`.
  ///   - answer: Receives the HTML, or nil if the document cannot be printed; called on any thread.
  func printout(
    _ path: [String], formatter: String?, _ visitor: PageVisitor,
    _ answer: @escaping @Sendable (String?) -> Void)

  /// Closes all tabs, and waits a short time for their sessions to end.
  func end()
}
