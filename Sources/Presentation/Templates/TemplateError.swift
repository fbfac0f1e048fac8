public import Interactors

/// An error in a ``Template``, with its position.
public struct TemplateError: DescribedError, Hashable, Sendable {
  /// The kind of error, with the names.
  ///
  /// Cases may be added in later versions: a `switch` in another package needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// A tag is not closed.
    case unclosedTag
    /// A tag has no name.
    case emptyTag
    /// The content of a tag is not a name, a path, or a function of a name or path.
    case invalidName(String)
    /// A section is not closed.
    case unclosedSection(String)
    /// A tag closes a section that is not open.
    case strayEnd(String)
    /// A tag closes a section other than the innermost open one.
    case wrongEnd(String, expected: String)
    /// A tag for partials, inheritance or pragmas.
    case unsupportedTag(Character)
    /// A tag that sets delimiters in another format than `{{=<% %>=}}`.
    case invalidDelimiters
    /// Sections are nested more than 50 levels deep.
    case tooDeep
    /// Functions of a tag are nested more than 50 levels deep.
    case tooManyFunctions
    /// A name is not a property of the type.
    case unknownName(String, type: String)
    /// A path continues after a property that is not a reference.
    case notAReference(String)
    /// There is no function of this name.
    case unknownFunction(String)
    /// A function cannot be applied to an argument of this shape.
    case misapplied(String, to: String, TemplateShape)
    /// A function of the position, such as `last()`, is not used directly in a list's section.
    case misplaced(String)
    /// The result would contain too many values.
    case tooLong
    /// A tag for a value that is not escaped, in a template for HTML.
    case unescaped
    /// A section has a format.
    case formatOfSection(String)
    /// The text after `|` is not a width or a pattern.
    case invalidFormat(String)
    /// A pattern has letters that are not part of a date or time.
    case unknownPart(String)
    /// A pattern has minutes that do not follow the hours.
    case misplacedMinutes(String)
    /// A pattern has a part, such as the hours, that values of this kind do not have.
    case unfittingPattern(part: String, String, of: String, kind: String)
  }

  /// The kind of error.
  public var kind: Kind
  /// The line of the template, from 1.
  public var line: Int
  /// The column where the tag begins, from 1.
  public var column: Int
  /// The names that may have been meant.
  public var candidates: [String] = []

  /// The message for the user.
  public var message: String {
    switch kind {
    case .unclosedTag: "this tag is never closed"
    case .emptyTag: "expected a name in the tag"
    case .invalidName(let text): "\"\(text)\" is not a name; expected one such as {{title}}"
    case .unclosedSection(let name): "the section \"\(name)\" is never closed"
    case .strayEnd(let name): "no section \"\(name)\" is open"
    case .wrongEnd(let name, let expected):
      "the section \"\(expected)\" is open; expected {{/\(expected)}}, not {{/\(name)}}"
    case .unsupportedTag(let sign):
      "a template has no {{\(sign)…}} tags; expected a name, or #, ^, /, & or !"
    case .invalidDelimiters: "expected delimiters such as {{=<% %>=}}"
    case .tooDeep: "sections are nested more than \(TemplateScanner.deepestNesting) levels deep"
    case .tooManyFunctions:
      "functions are nested more than \(TemplateScanner.deepestNesting) levels deep"
    case .unknownName(let name, let type): "\(type) has no property \"\(name)\""
    case .notAReference(let name): "\"\(name)\" is not a reference and has no properties"
    case .unknownFunction(let name): "there is no function \"\(name)\""
    case .misapplied(let name, let argument, let shape):
      TemplateFunction.message(name, of: argument, shape)
    case .misplaced(let name):
      "\"\(name)()\" depends on the position in a list; use it directly within the section of a "
        + "list"
    case .tooLong: "the result is too long"
    case .unescaped: "a formatter for html escapes every value; write {{title}}"
    case .formatOfSection(let name): "\"\(name)\" is a section, and only values have a format"
    case .invalidFormat(let text):
      "\"\(text)\" is not a format; expected a width from 1 to 1000 such as 20 or >20, or a pattern "
        + "such as dd.mm.yyyy"
    case .unknownPart(let letters):
      "a pattern has no part \"\(letters)\"; expected d, dd, m, mm, yy, yyyy, h, hh, M, MM, s or "
        + "ss, and other letters between apostrophes"
    case .misplacedMinutes(let letters):
      "\"\(letters)\" is the minute and must follow the hour, as in hh:MM; the month is "
        + "\"\(letters.lowercased())\""
    case .unfittingPattern(let part, let letters, let name, let kind):
      "\"\(letters)\" is the \(part), but \(name) is of kind \(kind)"
    }
  }
}
