internal import CLibEdit
internal import Glibc

/// A libedit editor that draws into a buffer, so that its output can be examined or discarded.
final class EditLine {
  enum Answer: UInt8 {
    case nothing = 0
    case refresh = 4
    case complaint = 6
    case refreshWithBell = 9
  }

  /// Keys that the program sends to run the commands bound to them; from a terminal, they are
  /// rejected.
  enum PrivateKey {
    static let act: Unicode.Scalar = "\u{80}"
    static let newline: Unicode.Scalar = "\u{81}"
    /// Escape in vi mode.
    static let escape: Unicode.Scalar = "\u{82}"
  }

  let handle: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  private let bytes: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: UnsafeMutablePointer<Int>
  // libedit keeps pointers to command names.
  private var names: [WideText] = []

  var read: () -> Unicode.Scalar? = { nil }
  var act: () -> Answer = { .nothing }
  var complete: () -> Answer = { .complaint }
  var cancel: () -> Answer = { .complaint }

  /// nil if libedit cannot use the terminal.
  init?(program: String, input: Int32, output: Int32) {
    bytes = .allocate(capacity: 1)
    bytes.initialize(to: nil)
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
    guard let stream = open_memstream(bytes, count),
      let handle = clibedit_init(program, input, output, stream)
    else { return nil }
    (self.stream, self.handle) = (stream, handle)
    clibedit_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_reader(handle) { editor, character in
      guard let scalar = EditLine.of(editor).read() else { return 0 }
      character?.pointee = wchar_t(bitPattern: scalar.value)
      return 1
    }
    clibedit_set_editor(handle, Self.wide("emacs"))
    // Reads ~/.editrc. Its errors are buffered until the first line is edited.
    el_source(handle, nil)
    clibedit_set_editing(handle)
    bindKeys()
  }

  deinit {
    el_end(handle)
    fclose(stream)
    free(bytes.pointee)
    bytes.deallocate()
    count.deallocate()
  }

  private static func of(_ handle: OpaquePointer?) -> EditLine {
    guard let handle, let data = clibedit_client_data(handle) else {
      preconditionFailure("libedit has lost its client data")
    }
    return Unmanaged<EditLine>.fromOpaque(data).takeUnretainedValue()
  }

  var isVi: Bool { clibedit_is_vi(handle) }

  func bind(_ key: String, to command: String, inCommandMode: Bool = false) {
    clibedit_bind(handle, inCommandMode, Self.wide(key), Self.wide(command))
  }

  func unbind(_ commands: Set<String>) {
    let characters = (1..<128).map { "\\" + String($0 + 0o1000, radix: 8).dropFirst() }
    for key in characters + characters.map({ "\\033" + $0 }) {
      for isCommandMode in [false, true] {
        if let command = command(of: key, inCommandMode: isCommandMode), commands.contains(command)
        {
          bind(key, to: "ed-unassigned", inCommandMode: isCommandMode)
        }
      }
    }
  }

  /// The key is in the notation of `~/.editrc`.
  func command(of key: String, inCommandMode: Bool = false) -> String? {
    let drawn = takeDrawing()
    defer { write(drawn) }
    clibedit_show_binding(handle, inCommandMode, Self.wide(key))
    let shown = String(decoding: takeDrawing(), as: UTF8.self).split(separator: "->")
    // Several arrows mean that the key is only the prefix of other keys.
    guard shown.count == 2 else { return nil }
    return shown[1].split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  private func bindKeys() {
    add("workbench-act") { editor, _ in EditLine.of(editor).act().rawValue }
    add("workbench-complete") { editor, _ in EditLine.of(editor).complete().rawValue }
    add("workbench-cancel") { editor, _ in EditLine.of(editor).cancel().rawValue }
    // Terminals send these sequences even if terminfo does not list them.
    let sequences = [
      "\\033[H": "ed-move-to-beg", "\\033[F": "ed-move-to-end",
      "\\033[1~": "ed-move-to-beg", "\\033[4~": "ed-move-to-end",
      "\\033[3~": "ed-delete-next-char",
      "\\033[1;5C": "em-next-word", "\\033[1;5D": "ed-prev-word",
      "\\033[A": "ed-prev-history", "\\033[B": "ed-next-history",
      "\\033[C": "ed-next-char", "\\033[D": "ed-prev-char",
      "\\033OA": "ed-prev-history", "\\033OB": "ed-next-history",
      "\\033OC": "ed-next-char", "\\033OD": "ed-prev-char",
      "\\033OH": "ed-move-to-beg", "\\033OF": "ed-move-to-end",
    ]
    let isVi = isVi
    for isCommandMode in isVi ? [false, true] : [false] {
      for (sequence, command) in sequences {
        bind(sequence, to: command, inCommandMode: isCommandMode)
      }
    }
    for isCommandMode in [false, true] {
      bind("\\200", to: "workbench-act", inCommandMode: isCommandMode)
      bind("\\201", to: "ed-newline", inCommandMode: isCommandMode)
    }
    bind("\\202", to: isVi ? "vi-command-mode" : "workbench-cancel")
    bind("\\202", to: "workbench-cancel", inCommandMode: true)
  }

  private func add(_ name: String, _ command: @convention(c) (OpaquePointer?, Int32) -> UInt8) {
    let name = WideText(name)
    names.append(name)
    clibedit_add_command(handle, name.start, command)
  }

  var text: String.UnicodeScalarView {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer, let end = line.lastchar
    else { return String.UnicodeScalarView() }
    return Self.scalars(UnsafeBufferPointer(start: start, count: end - start))
  }

  /// In scalars.
  var cursor: Int { Int(el_cursor(handle, 0)) }

  func show(_ text: String, cursor: Int) {
    let text = Self.wide(text)
    if text.count > 1 {
      el_wreplacestr(handle, text)
    } else {
      // libedit ignores an empty replacement.
      moveToEnd()
      el_deletestr(handle, el_cursor(handle, 0))
    }
    el_cursor(handle, Int32(clamping: cursor) - el_cursor(handle, 0))
  }

  func insert(_ text: String) -> Bool {
    text.isEmpty || el_winsertstr(handle, Self.wide(text)) == 0
  }

  func dropPrivateKeys() {
    let isText = { (scalar: Unicode.Scalar) in !(0x80...0x9F).contains(scalar.value) }
    let (before, after) = (
      text.prefix(cursor).filter(isText), text.dropFirst(cursor).filter(isText)
    )
    guard before.count + after.count < text.count else { return }
    show(String(before) + String(after), cursor: before.count)
  }

  func move(to cursor: Int) { el_cursor(handle, Int32(clamping: cursor) - el_cursor(handle, 0)) }

  func moveToEnd() { el_cursor(handle, Int32(clamping: text.count)) }

  func line() -> String? {
    var count: Int32 = 0
    guard let characters = el_wgets(handle, &count), count > 0 else { return nil }
    // Drops the newline as a scalar, because CR LF is one character.
    let line = Self.scalars(UnsafeBufferPointer(start: characters, count: Int(count)))
    return String(line.last == "\n" ? String.UnicodeScalarView(line.dropLast()) : line)
  }

  func takeDrawing() -> [UInt8] {
    fflush(stream)
    guard let start = bytes.pointee, count.pointee > 0 else { return [] }
    let drawn = UnsafeRawBufferPointer(start: start, count: count.pointee)
    defer { rewind(stream) }
    return Array(drawn)
  }

  private func write(_ drawn: [UInt8]) { fwrite(drawn, 1, drawn.count, stream) }

  static func wide(_ text: String) -> [wchar_t] {
    text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
  }

  private static func scalars(_ text: UnsafeBufferPointer<wchar_t>) -> String.UnicodeScalarView {
    var scalars = String.UnicodeScalarView()
    for character in text {
      scalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return scalars
  }
}

final class WideText {
  let start: UnsafeMutablePointer<wchar_t>

  init(_ text: String) {
    let characters = EditLine.wide(text)
    start = .allocate(capacity: characters.count)
    start.initialize(from: characters, count: characters.count)
  }

  deinit { start.deallocate() }
}
