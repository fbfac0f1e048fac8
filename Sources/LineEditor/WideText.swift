internal import Glibc

/// A text as libedit reads it, at an address that stays.
final class WideText {
  let start: UnsafeMutablePointer<wchar_t>

  init(_ text: String) {
    let characters = EditLine.wide(text)
    start = .allocate(capacity: characters.count)
    start.initialize(from: characters, count: characters.count)
  }

  deinit { start.deallocate() }
}
