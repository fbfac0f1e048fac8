// Declares nothing, because the program is only linked with the data.
