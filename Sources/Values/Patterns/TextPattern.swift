internal import Synchronization

/// A regular expression that must match a whole text.
///
/// The syntax is a subset of the syntax for `regexp`, for example without back references, `\b`,
/// lookaround, flags and possessive quantifiers. Matching takes time linear in the length of the
/// text.
public struct TextPattern: Sendable {
  /// The pattern as written in a definition, without the slashes around it.
  public let source: String
  package let automaton: TextAutomaton

  /// Parses a pattern, given without the slashes around it.
  ///
  /// - Throws: ``PatternError`` with the offset of the mistake.
  public init(_ source: String) throws(PatternError) {
    automaton = TextAutomaton(try PatternGraph(source))
    self.source = Self.written(source)
  }

  /// Returns whether the whole text matches.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func matches(_ text: String) -> Bool { automaton.matches(text.utf8) }

  /// Whether no text of these lengths matches. If the minimum length is above 10,000, the result
  /// may be false although no text matches.
  package func isEmpty(of lengths: LengthRange) -> Bool {
    let lengths = TextLengths(
      fewest: lengths.minimum, most: lengths.maximum ?? .max, automaton: automaton)
    return !lengths.canGoOn(from: automaton.start, after: [])
  }

  /// Slashes and line breaks are escaped, so that the pattern fits on one line between slashes.
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
        // Drops the backslash before an escaped line break, because the line break gets its own
        // escape.
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
  /// Returns whether two patterns have the same source.
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }

  /// Hashes the source.
  public func hash(into hasher: inout Hasher) {
    for byte in source.utf8 { hasher.combine(byte) }
  }
}

extension TextPattern {
  private static let known = Mutex<[String: TextPattern]>([:])

  /// Returns a pattern from a cache; the source must be valid.
  package static func known(_ source: String) -> TextPattern {
    known.withLock { known in
      if let pattern = known[source] { return pattern }
      do throws(PatternError) {
        let pattern = try TextPattern(source)
        known[source] = pattern
        return pattern
      } catch {
        preconditionFailure("\(source) is not a pattern: \(error.message)")
      }
    }
  }
}

extension TextPattern: CustomStringConvertible {
  /// The pattern between slashes, as in a definition.
  public var description: String { "/\(source)/" }
}

/// An error in a pattern.
public struct PatternError: Error, Hashable, Sendable {
  /// The position of the mistake, in scalars from 0.
  public var offset: Int
  /// The problem, in words for the user.
  public var message: String

  /// Creates an error at a position of a pattern.
  public init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}

extension PatternError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension TextPattern: Codable {
  /// Decodes the pattern from its source, without slashes around it.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { source throws(PatternError) in try TextPattern(source) }
  }

  /// Encodes the source, without slashes around it.
  public func encode(to encoder: any Encoder) throws { try source.encode(to: encoder) }
}
