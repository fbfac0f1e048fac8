internal import CLibEdit
internal import Glibc

/// Lines that a person edits at a terminal.
///
/// It keeps the lines of this run for the arrow keys to recall.
public final class TerminalInput {
  private let editor: OpaquePointer
  private let history: OpaquePointer
  private let prompt: Prompt

  /// The prompt, where libedit's function finds it: as its client data.
  private final class Prompt {
    var text: [wchar_t] = [0]
  }

  /// Takes over the terminal of the standard streams; nil where it cannot be used.
  public init?(program: String) {
    // Widths and multi-byte keys depend on it; a bare "C" would take every "é" for two keys.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    guard let editor = clibedit_init(program) else { return nil }
    guard let history = history_winit() else {
      el_end(editor)
      return nil
    }
    self.editor = editor
    self.history = history
    prompt = Prompt()
    clibedit_history_limit(history, 1000)
    clibedit_set_history(editor, history)
    clibedit_set_editor(editor, Self.wide("emacs"))
    clibedit_set_client_data(editor, Unmanaged.passUnretained(prompt).toOpaque())
    clibedit_set_prompt(editor) { editor in
      guard let data = clibedit_client_data(editor) else { return nil }
      let prompt = Unmanaged<Prompt>.fromOpaque(data).takeUnretainedValue()
      return prompt.text.withUnsafeMutableBufferPointer(\.baseAddress)
    }
    el_source(editor, nil)
  }

  deinit {
    el_end(editor)
    history_wend(history)
  }

  /// The next line without its newline; nil at the end of input.
  public func nextLine(prompt text: String) -> String? {
    prompt.text = Self.wide(text)
    var count: Int32 = 0
    guard let characters = el_wgets(editor, &count), count > 0 else { return nil }
    var scalars = String.UnicodeScalarView()
    for index in 0..<Int(count) {
      scalars.append(Unicode.Scalar(UInt32(bitPattern: characters[index])) ?? "\u{FFFD}")
    }
    let line = String(scalars)
    if line.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
      clibedit_history_add(history, characters)
    }
    return line.hasSuffix("\n") ? String(line.dropLast()) : line
  }

  private static func wide(_ text: String) -> [wchar_t] {
    text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
  }
}
