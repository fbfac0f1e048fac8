internal import Records

extension ExpressionFunction {
  static let texts: [ExpressionFunction] = [
    .init(
      "length(text)", .kind(.integer), .texts, "the number of characters of a text",
      example: #"length("Ann") = 3"#),
    .init(
      "substr(text, start, [length])", .kind(.text), .texts,
      "the part of a text from a position, counted from 1",
      example: #"substr("Ann Lee", 1, 3) = "Ann""#),
    .init(
      "substring(text, start, [length])", .kind(.text), .texts, "the same as substr",
      example: #"substring("Ann Lee", 5) = "Lee""#),
    .init(
      "instr(text, part)", .kind(.integer), .texts,
      "the position of a part in a text, or 0 if the text does not contain the part",
      example: #"instr("Ann Lee", "Lee") = 5"#),
    .init(
      "replace(text, part, other)", .kind(.text), .texts,
      "the text with every occurrence of the part replaced by the other text",
      example: #"replace("a-b-c", "-", "/") = "a/b/c""#),
    .init(
      "trim(text, [characters])", .kind(.text), .texts,
      "the text without leading and trailing spaces (or the given characters)",
      example: #"trim("  Ann ") = "Ann""#),
    .init(
      "ltrim(text, [characters])", .kind(.text), .texts,
      "the text without leading spaces (or the given characters)",
      example: #"ltrim("007", "0") = "7""#),
    .init(
      "rtrim(text, [characters])", .kind(.text), .texts,
      "the text without trailing spaces (or the given characters)",
      example: #"rtrim("Ann...", ".") = "Ann""#),
    .init(
      "lower(text)", .kind(.text), .texts, "the text with the letters A to Z in lower case",
      example: #"lower("Ann") = "ann""#),
    .init(
      "upper(text)", .kind(.text), .texts, "the text with the letters a to z in upper case",
      example: #"upper("Ann") = "ANN""#),
    .init(
      "ulower(text)", .kind(.text), .texts, "the text with all letters in lower case",
      example: #"ulower("ÄRA") = "ära""#, insteadUse: "lower(), which handles ASCII letters only",
      bodies: { [SQLFunction("ulower", 1, SQLFunctions.lowercase)] }),
    .init(
      "uupper(text)", .kind(.text), .texts, "the text with all letters in upper case",
      example: #"uupper("ära") = "ÄRA""#, insteadUse: "upper(), which handles ASCII letters only",
      bodies: { [SQLFunction("uupper", 1, SQLFunctions.uppercase)] }),
    .init(
      "like(pattern, text, [escape])", .condition, .texts,
      "whether a text matches a pattern with the wildcards % and _",
      example: #"like("a%", "Ann")"#),
    .init(
      "ulike(pattern, text, [escape])", .condition, .texts,
      "the same as like, ignoring the case of all letters",
      example: #"ulike("ä%", "Ära")"#,
      insteadUse: "like, which ignores the case of ASCII letters only",
      bodies: { [2, 3].map { SQLFunction("ulike", $0, mayRunLong: true, SQLFunctions.like) } }),
    .init(
      "contains(text, part)", .condition, .texts,
      "whether a text contains a part, ignoring case and accents",
      example: #"contains("Ann École", "ecole")"#,
      insteadUse: "instr(), which is case-sensitive and accent-sensitive",
      bodies: { [SQLFunction("contains", 2, mayRunLong: true, SQLFunctions.contains)] }),
    .init(
      "glob(pattern, text)", .condition, .texts,
      "whether a text matches a pattern with the wildcards * and ?",
      example: #"glob("A*", "Ann")"#),
    .init(
      "regexp(pattern, text)", .condition, .texts,
      "whether a text contains a match of a regular expression",
      example: #"regexp("^A", "Ann")"#, insteadUse: "like or glob",
      bodies: { [SQLFunction("regexp", 2, mayRunLong: true, SQLFunctions.match)] }),
    .init(
      "format(format, [value], …)", .format, .texts, "the values in a format, like printf in C",
      example: #"format("%05.1f", 3.14159) = "003.1""#),
    .init(
      "printf(format, [value], …)", .format, .texts, "the same as format",
      example: #"printf("%d of %d", 3, 10) = "3 of 10""#),
    .init(
      "char([code], …)", .kind(.text), .texts, "the text of the Unicode scalars with these codes",
      example: #"char(65, 66) = "AB""#),
    .init(
      "unicode(text)", .kind(.integer), .texts, "the code of the first Unicode scalar",
      example: #"unicode("A") = 65"#),
    .init(
      "hex(value)", .kind(.text), .texts, "the bytes of the value in hexadecimal",
      example: #"hex("AB") = "4142""#),
    .init(
      "quote(value)", .kind(.text), .texts, "the value as an SQL literal",
      example: #"quote("O'Hara") = "'O''Hara'""#),
  ]

  static let numbers: [ExpressionFunction] = [
    .init("abs(number)", .amount, .numbers, "the absolute value", example: "abs(-3) = 3"),
    .init(
      "round(number, [digits])", .rounded, .numbers,
      "the number, rounded to a number of decimal places",
      example: "round(2.718, 1) = 2.7"),
    .init(
      "ceil(number)", .cut, .numbers, "the number, rounded up to a whole number",
      example: "ceil(2.1) = 3"),
    .init("ceiling(number)", .cut, .numbers, "the same as ceil", example: "ceiling(-2.1) = -2"),
    .init(
      "floor(number)", .cut, .numbers, "the number, rounded down to a whole number",
      example: "floor(2.9) = 2"),
    .init(
      "trunc(number)", .cut, .numbers, "the number without its fraction",
      example: "trunc(-2.9) = -2"),
    .init(
      "sign(number)", .kind(.integer), .numbers,
      "-1 for a negative number, 0 for 0, 1 for a positive number",
      example: "sign(-5) = -1"),
    .init(
      "mod(number, divisor)", .remainder, .numbers,
      "the remainder of the division, with its fraction",
      example: "mod(7.5, 2) = 1.5"),
    .init("sqrt(number)", .kind(.double), .numbers, "the square root", example: "sqrt(16) = 4"),
    .init(
      "pow(base, exponent)", .kind(.double), .numbers, "the base to the power of the exponent",
      example: "pow(2, 10) = 1024"),
    .init(
      "power(base, exponent)", .kind(.double), .numbers, "the same as pow",
      example: "power(3, 2) = 9"),
    .init(
      "exp(number)", .kind(.double), .numbers, "e to the power of the number", example: "exp(0) = 1"
    ),
    .init("ln(number)", .kind(.double), .numbers, "the natural logarithm", example: "ln(1) = 0"),
    .init(
      "log([base], number)", .kind(.double), .numbers, "the logarithm, to the base 10 by default",
      example: "log(2, 8) = 3"),
    .init(
      "log10(number)", .kind(.double), .numbers, "the logarithm to the base 10",
      example: "log10(100) = 2"),
    .init(
      "log2(number)", .kind(.double), .numbers, "the logarithm to the base 2",
      example: "log2(8) = 3"),
    .init("pi()", .kind(.double), .numbers, "the number π", example: "pi() between 3.14 and 3.15"),
    .init(
      "degrees(radians)", .kind(.double), .numbers, "the angle, converted to degrees",
      example: "degrees(pi()) = 180"),
    .init(
      "radians(degrees)", .kind(.double), .numbers, "the angle, converted to radians",
      example: "radians(180) = pi()"),
    .init("sin(radians)", .kind(.double), .numbers, "the sine", example: "sin(pi() / 2) = 1"),
    .init("cos(radians)", .kind(.double), .numbers, "the cosine", example: "cos(pi()) = -1"),
    .init("tan(radians)", .kind(.double), .numbers, "the tangent", example: "tan(0) = 0"),
    .init(
      "asin(number)", .kind(.double), .numbers, "the inverse sine", example: "asin(1) = pi() / 2"),
    .init("acos(number)", .kind(.double), .numbers, "the inverse cosine", example: "acos(1) = 0"),
    .init(
      "atan(number)", .kind(.double), .numbers, "the inverse tangent", example: "atan(1) = pi() / 4"
    ),
    .init(
      "atan2(y, x)", .kind(.double), .numbers, "the angle of the point (x, y), in radians",
      example: "atan2(1, 0) = pi() / 2"),
    .init("sinh(number)", .kind(.double), .numbers, "the hyperbolic sine", example: "sinh(0) = 0"),
    .init(
      "cosh(number)", .kind(.double), .numbers, "the hyperbolic cosine", example: "cosh(0) = 1"),
    .init(
      "tanh(number)", .kind(.double), .numbers, "the hyperbolic tangent", example: "tanh(0) = 0"),
    .init(
      "asinh(number)", .kind(.double), .numbers, "the inverse hyperbolic sine",
      example: "asinh(0) = 0"),
    .init(
      "acosh(number)", .kind(.double), .numbers, "the inverse hyperbolic cosine",
      example: "acosh(1) = 0"),
    .init(
      "atanh(number)", .kind(.double), .numbers, "the inverse hyperbolic tangent",
      example: "atanh(0) = 0"),
    .init(
      "decimal_cmp(number, other)", .kind(.integer), .numbers,
      "the exact comparison of two numbers: -1 if the first is less, 0 if equal, 1 if greater",
      example: "decimal_cmp(0.1 + 0.2, 0.3) = 0", insteadUse: "a comparison such as <",
      bodies: { [SQLFunction("decimal_cmp", 2, SQLFunctions.compareDecimals)] }),
    .init(
      "decimal_round(number, [digits])", .rounded, .numbers,
      "the decimal, rounded to 15 significant digits and a number of decimal places",
      example: "decimal_round(0.1 + 0.2, 1) = 0.3", insteadUse: "round()",
      bodies: { [1, 2].map { SQLFunction("decimal_round", $0, SQLFunctions.roundDecimal) } }),
  ]

  static let values: [ExpressionFunction] = [
    .init(
      "coalesce(value, other, …)", .chosen(0), .values, "the first value that is not nil",
      example: "coalesce(nil, nil, 3) = 3"),
    .init(
      "ifnull(value, other)", .chosen(0), .values,
      "the first value, or the other if the first is nil",
      example: #"ifnull(nil, "none") = "none""#),
    .init(
      "nullif(value, other)", .unlessEqual, .values,
      "nil if both values are equal, otherwise the first",
      example: "nullif(5, 5) is nil"),
    .init(
      "iif(condition, yes, no)", .chosen(1), .values,
      "the first value if the condition is true, otherwise the second",
      example: #"iif(2 > 1, "yes", "no") = "yes""#),
    .init(
      "max(value, [value], …)", .extreme, .values, "the maximum of the values, or of a list",
      example: "max(3, 7, 5) = 7"),
    .init(
      "min(value, [value], …)", .extreme, .values, "the minimum of the values, or of a list",
      example: "min(3, 7, 5) = 3"),
    .init(
      "likely(value)", .first, .values,
      "the value, marked as usually true for the query planner of SQLite",
      example: "likely(2 > 1)"),
    .init(
      "unlikely(value)", .first, .values,
      "the value, marked as usually false for the query planner of SQLite",
      example: "unlikely(2 > 1)"),
    .init(
      "text(value)", .shown, .values, "the value as text, in the format of a field",
      example: #"text(1234.5) = "1234.5""#, insteadUse: "the operator ||"),
    .init(
      "typeof(value)", .kind(.text), .values, "the storage class of the value, such as integer",
      example: #"typeof(2.5) = "real""#),
    .init(
      "zeroblob(length)", .none, .values, "bytes with the value 0, as many as the length",
      example: "zeroblob(3) is not nil"),
  ]
}
