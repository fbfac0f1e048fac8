extension Reason {
  /// What a reason is; each says what its ``Reason/Detail`` has beside what is expected.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Code: String, CaseIterable, Sendable {
    /// The words of ``Detail/subject`` say it: those of a program, or of a rule of a record.
    case stated

    // MARK: Fields

    /// A value breaks a rule of the property or of its object: the violation.
    case violated
    /// The property, whose name is the subject, cannot be without a value.
    case required
    /// Something was refused, the subject, and is not answered; Return keeps the back, or an empty text.
    case unanswered
    /// The field is attached to no object.
    case detached
    /// There is no property of the name that is the subject.
    case noProperty
    /// The item that the field edits was removed from its list.
    case itemRemoved
    /// The number that is the subject has more digits than a field edits.
    case longNumber
    /// The editing has ended before the key came.
    case editingEnded
    /// The key that is the subject is not one for a field.
    case notOfField
    /// A program that rewrites edits has refused this one.
    case refusedByProgram
    /// Half of a surrogate pair is no character.
    case halfCharacter

    // MARK: Edits

    /// The place is not in the text.
    case outOfBounds
    /// Nothing is left of the subject to be inserted, if there is one.
    case nothingToInsert
    /// The text cannot go up or down.
    case nothingToStep
    /// The text, set by a program, is not of the form of the field.
    case foreign
    /// The text is displayed otherwise.
    case notAsWritten

    // MARK: Characters

    /// The subject is not one of these characters.
    case wrongClass
    /// There are characters in places for others.
    case wrongClasses
    /// The subject has no capital that is one letter.
    case noCapital
    /// The subject cannot begin the whole, within the bounds.
    case cannotStart
    /// The subject cannot come right after the front, within the bounds.
    case cannotFollow
    /// The subject leaves no room for the back.
    case cannotPrecede
    /// The subject cannot be at this place, which is in an IBAN of the country that is the front.
    case cannotStandHere
    /// Nothing can be between the front and the back, of which either may be missing.
    case nothingFits
    /// All places are taken before the subject.
    case noPlace
    /// The subject, a literal, comes before the part before it is full.
    case early
    /// The subject, a digit, has no place in the part of the digits before it.
    case outOfPart
    /// The subject can only be in front of the whole.
    case frontOnly
    /// The subject is there once already.
    case already
    /// What is after the caret does not fit; for an IBAN, not that country.
    case restDoesNotFit
    /// A space is not between two of the characters.
    case spaceMisplaced
    /// The text as it is, or its end, is none that is taken.
    case notTaken
    /// No text at all matches.
    case nothingMatches
    /// There is no name to be chosen.
    case nothingToChoose

    // MARK: Lengths

    /// There are more than the limit, in the part or beside the front or back.
    case tooMany
    /// More digits than any number has: the limit.
    case tooManyDigits
    /// So many are missing.
    case missing
    /// So many are missing, and for each of them the same is expected.
    case missingAlike
    /// So many are missing, at least.
    case tooShort
    /// The part has a fixed number of digits, the limit.
    case partLength
    /// An IBAN of the country that is the subject has so many characters, the limit.
    case accountLength

    // MARK: Beginnings of texts

    /// Something is missing at the caret.
    case unfinished
    /// Something is missing, and not at the caret; the front is the whole text.
    case unfinishedElsewhere
    /// What is missing joins the last character.
    case unfinishedCharacter
    /// The part is missing.
    case partMissing
    /// An address has no domain.
    case domainMissing
    /// The domain of an address has no point.
    case domainWithoutPoint
    /// The number is missing after its sign, the front.
    case numberMissing
    /// A digit is missing beside the separator, the subject.
    case digitMissing
    /// The subject has no digits.
    case noDigits
    /// The subject, if there is one, is not such a whole.
    case notOfKind
    /// A duration begins with its hours.
    case hoursFirst
    /// A telephone number begins with the code of its country.
    case countryCodeFirst
    /// A telephone number begins with a plus sign and the code of its country.
    case plusFirst
    /// No country with an IBAN begins with the subject.
    case beginsNoCountry
    /// The subject is no country with an IBAN.
    case noSuchCountry

    // MARK: Values

    /// The subject is out of range: a number, or a duration with its bounds.
    case outOfRange
    /// The subject is below the minimum.
    case belowMinimum
    /// The subject is above the maximum.
    case aboveMaximum
    /// The subject is no number of the part, which is among the numbers.
    case noSuchPart
    /// The month has no such day; the limit is how many it has.
    case noSuchDay
    /// The subject is before the minimum.
    case beforeRange
    /// The subject is after the maximum.
    case afterRange
    /// The check digit does not fit, or so many digits, the count, are missing to the usual length.
    case checkDigit
    /// The check digits do not fit.
    case checkDigits

    // MARK: Separators

    /// The subject separates groups and is not typed; the back is the decimal separator.
    case separatorNotTyped
    /// The subject separates groups and is elsewhere; the back is the decimal separator.
    case separatorMisplaced
    /// The subject can be either separator; the back is the decimal separator.
    case separatorAmbiguous
  }
}
