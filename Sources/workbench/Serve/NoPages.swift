internal import Web

/// Pages that are not there.
final class NoPages: Pages, PageListener {
  func connect(_ socket: any PageSocket, _ visitor: PageVisitor) -> any PageListener {
    socket.close(1013, "there are no pages")
    return self
  }

  func printout(
    _ path: [String], formatter: String?, _ visitor: PageVisitor,
    _ answer: @escaping @Sendable (String?) -> Void
  ) { answer(nil) }

  func take(_ text: String) -> Bool { true }

  func disconnected() {}

  func end() {}
}
