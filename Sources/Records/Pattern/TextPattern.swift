/// A regular expression that a whole text has to match.
///
/// It is written as those of `regexp` are, without what looks around or back: back references, `\b`,
/// atomic groups and possessive quantifiers. What it has to say of a text takes time in proportion
/// to the text's length, whatever the text.
public struct TextPattern: Sendable {
  /// The pattern as a definition writes it between two slashes.
  public let source: String
  private let program: PatternProgram

  /// Reads a pattern, without the slashes around it.
  ///
  /// - Throws: ``PatternError`` if it is not one, with the place of the mistake.
  public init(_ source: String) throws(PatternError) {
    var parser = PatternParser(source)
    let tree = try parser.whole()
    program = try PatternProgram(tree)
    self.source = Self.written(source)
  }

  /// Whether all of a text is what the pattern describes.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the text and of the pattern.
  public func matches(_ text: String) -> Bool { program.matches(text) }

  /// The pattern as nodes that lead from the start of a text to its end.
  ///
  /// - Complexity: O(*m*) in the length of the pattern, written out with its repetitions.
  package var graph: PatternGraph { PatternGraph(program) }

  /// Whether no text of these lengths matches.
  func isEmpty(of lengths: LengthRange) -> Bool { !graph.hasText(of: lengths) }

  /// The pattern with what cannot stand between slashes on one line written as an escape.
  private static func written(_ source: String) -> String {
    var result = String.UnicodeScalarView()
    var isInSet = false
    var isEscaped = false
    for scalar in source.unicodeScalars {
      defer { isEscaped = scalar == "\\" && !isEscaped }
      switch scalar {
      case "[" where !isEscaped: isInSet = true
      case "]" where !isEscaped: isInSet = false
      case "/" where !isEscaped && !isInSet: result.append("\\")
      case "\n", "\r":
        // An escaped line break means itself, and so does its escape.
        if !isEscaped { result.append("\\") }
        result.append(scalar == "\n" ? "n" : "r")
        continue
      default: break
      }
      result.append(scalar)
    }
    return String(result)
  }
}

extension TextPattern: Hashable {
  /// Whether two patterns are written alike.
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }

  /// Feeds the pattern as it is written to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in source.utf8 { hasher.combine(byte) }
  }
}

extension TextPattern: CustomStringConvertible {
  /// The pattern between slashes, as a definition writes it.
  public var description: String { "/\(source)/" }
}
